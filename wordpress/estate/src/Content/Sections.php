<?php
/**
 * The sections of a page.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Fields\Fields;
use Estate\Rest\Images;

/** Reads the sections of a page: a JSON field of the plugin, or flexible content of Advanced Custom Fields. */
final class Sections {

	/** The maximum length of the JSON. */
	public const MAX_BYTES = 1_000_000;

	/** The maximum depth of nested fields. */
	private const MAX_DEPTH = 20;

	/**
	 * The stored sections.
	 *
	 * @return array<int, array<string, mixed>>
	 */
	public static function of(int $page): array {
		$kept = Fields::get($page, 'sections');
		if (is_string($kept)) {
			$kept = json_decode($kept, true, self::MAX_DEPTH + 5);
		}
		return self::layouts(is_array($kept) ? $kept : []);
	}

	/**
	 * The entries with a layout.
	 *
	 * @param array<int|string, mixed> $list
	 * @return array<int, array<string, mixed>>
	 */
	public static function layouts(array $list): array {
		return array_values(array_filter(
			$list,
			static fn($one): bool => is_array($one) && is_string($one['acf_fc_layout'] ?? null) && $one['acf_fc_layout'] !== ''
		));
	}

	/**
	 * The sections for a REST response: pictures with address and size.
	 *
	 * @param array<int, array<string, mixed>> $sections
	 * @return array<int, array<string, mixed>>
	 */
	public static function forRest(array $sections): array {
		return array_map(static fn(array $one): array => self::value($one, 0), $sections);
	}

	/**
	 * @param mixed $value
	 * @return mixed
	 */
	private static function value($value, int $depth) {
		if (!is_array($value) || $depth > self::MAX_DEPTH) {
			return $value;
		}
		if (self::isPicture($value)) {
			return Images::any($value) ?: null;
		}
		$values = [];
		foreach ($value as $key => $one) {
			$values[$key] = in_array($key, ['picture', 'poster'], true) && is_int($one) ? (Images::one($one) ?: null) : self::value($one, $depth + 1);
		}
		return $values;
	}

	/** @param array<int|string, mixed> $value */
	private static function isPicture(array $value): bool {
		return isset($value['source_url']) || isset($value['url'], $value['ID']) || array_keys($value) === ['media'];
	}
}
