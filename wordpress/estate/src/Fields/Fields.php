<?php
/**
 * The fields of content.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

/** Reads fields from the active store as typed values. */
final class Fields {

	private static ?Store $store = null;

	/** Advanced Custom Fields if active, else the meta fields of this plugin. */
	public static function store(): Store {
		self::$store ??= AcfStore::isActive() ? new AcfStore() : new OwnStore();
		return self::$store;
	}

	/** Sets another store, or with null finds it again; for tests. */
	public static function replace(?Store $store): void {
		self::$store = $store;
	}

	/** @return mixed */
	public static function get(int $post, string $name) {
		return self::store()->get($post, $name);
	}

	/** A text. */
	public static function text(int $post, string $name): string {
		return self::plain(self::get($post, $name));
	}

	/**
	 * A value as text, "" for other types.
	 *
	 * @param mixed $value
	 */
	public static function plain($value): string {
		return is_scalar($value) ? (string) $value : '';
	}

	/** An integer from 0. Editors also write "1.250.000 €". */
	public static function count(int $post, string $name): int {
		return Number::whole(self::get($post, $name));
	}

	/** A number with its fraction. */
	public static function decimal(int $post, string $name): float {
		return Number::decimal(self::get($post, $name));
	}

	/** A boolean. */
	public static function flag(int $post, string $name): bool {
		return in_array(self::get($post, $name), [true, 1, '1', 'yes', 'on', 'true'], true);
	}

	/**
	 * A list of texts: a list, or the lines of a text.
	 *
	 * @return string[]
	 */
	public static function texts(int $post, string $name): array {
		$value = self::get($post, $name);
		if (is_string($value)) {
			$value = preg_split('/\R/', $value) ?: [];
		}
		$texts = [];
		foreach (is_array($value) ? $value : [] as $text) {
			$text = is_array($text) ? reset($text) : $text;
			if (is_scalar($text) && trim((string) $text) !== '') {
				$texts[] = trim((string) $text);
			}
		}
		return $texts;
	}

	/**
	 * A list of ids.
	 *
	 * @return int[]
	 */
	public static function ids(int $post, string $name): array {
		$value = self::get($post, $name);
		if (is_string($value)) {
			$value = explode(',', $value);
		}
		return array_values(array_filter(array_map('intval', is_array($value) ? $value : [$value]), static fn(int $id): bool => $id > 0));
	}

	/**
	 * A list of rows.
	 *
	 * @return array<int, array<string, mixed>>
	 */
	public static function rows(int $post, string $name): array {
		$value = self::get($post, $name);
		return array_values(array_filter(is_array($value) ? $value : [], 'is_array'));
	}
}
