<?php
/**
 * The meta fields of the plugin.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

/** Reads and writes meta fields of posts with the prefix of the plugin. */
final class Meta {

	private const PREFIX = '_estate_';

	/** The key of a field. */
	public static function key(string $name): string {
		return self::PREFIX . $name;
	}

	/** Reports whether a meta key belongs to the plugin. */
	public static function isOwn(string $key): bool {
		return str_starts_with($key, self::PREFIX);
	}

	/** @return mixed "" when it is not set */
	public static function get(int $post, string $name) {
		return get_post_meta($post, self::key($name), true);
	}

	/** A text field. */
	public static function text(int $post, string $name): string {
		$value = self::get($post, $name);
		return is_scalar($value) ? (string) $value : '';
	}

	/**
	 * Writes a field. An empty value deletes it.
	 *
	 * @param mixed $value
	 */
	public static function set(int $post, string $name, $value): void {
		if ($value === '' || $value === null || $value === [] || $value === false) {
			delete_post_meta($post, self::key($name));
			return;
		}
		update_post_meta($post, self::key($name), wp_slash($value));
	}
}
