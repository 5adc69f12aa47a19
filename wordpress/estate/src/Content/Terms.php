<?php
/**
 * The terms of a home.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

/** Reads under which terms a home is filed. */
final class Terms {

	/**
	 * The terms of a home in their order.
	 *
	 * @return \WP_Term[]
	 */
	public static function of(int $post, string $taxonomy): array {
		// WordPress remembers them in the order of the taxonomy, which is the one they were filed in.
		$found = get_the_terms($post, $taxonomy);
		return is_array($found) ? array_values($found) : [];
	}

	/**
	 * Their ids as the site knows them.
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
