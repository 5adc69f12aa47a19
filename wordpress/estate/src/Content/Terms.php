<?php
/**
 * The terms of a property.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

/** Reads the terms of a property. */
final class Terms {

	/**
	 * The terms of a property in their order.
	 *
	 * @return \WP_Term[]
	 */
	public static function of(int $post, string $taxonomy): array {
		// WordPress caches them in the order of the taxonomy, in which they were set.
		$found = get_the_terms($post, $taxonomy);
		return is_array($found) ? array_values($found) : [];
	}

	/**
	 * Their ids on the site.
	 *
	 * @return int[]
	 */
	public static function ids(int $post, string $taxonomy): array {
		return array_map(static fn(\WP_Term $term): int => TermIds::siteId($term->term_id), self::of($post, $taxonomy));
	}

	/**
	 * Their slugs.
	 *
	 * @return string[]
	 */
	public static function slugs(int $post, string $taxonomy): array {
		return array_map(static fn(\WP_Term $term): string => $term->slug, self::of($post, $taxonomy));
	}
}
