<?php
/**
 * The format of terms.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\TermIds;
use Estate\Fields\Words;
use Estate\Language\Request;
use WP_Term;

/** Formats terms as fields of other content. */
final class TermShape {

	/** @return array<string, string> the name by language */
	public static function name(WP_Term $term): array {
		return self::words($term, 'name', html_entity_decode($term->name, ENT_QUOTES | ENT_HTML5, 'UTF-8'));
	}

	/** @return array<string, string> the description by language */
	public static function description(WP_Term $term): array {
		return self::words($term, 'description', $term->description);
	}

	/**
	 * A term in the format of Advanced Custom Fields.
	 *
	 * @return array<string, mixed>
	 */
	public static function field(WP_Term $term): array {
		return [
			'term_id' => TermIds::siteId($term->term_id),
			'name' => esc_html(Words::in(self::name($term), Request::language())),
			'slug' => $term->slug,
			'term_group' => 0,
			'term_taxonomy_id' => TermIds::siteId($term->term_id),
			'taxonomy' => $term->taxonomy,
			'description' => Words::in(self::description($term), Request::language()),
			'parent' => TermIds::siteId($term->parent),
			'count' => $term->count,
			'filter' => 'raw',
		];
	}

	/**
	 * A list of terms, false for none.
	 *
	 * @param WP_Term[] $terms
	 * @return array<int, array<string, mixed>>|false
	 */
	public static function fields(array $terms) {
		return $terms === [] ? false : array_map([self::class, 'field'], $terms);
	}

	/** @return array<string, string> */
	private static function words(WP_Term $term, string $name, string $english): array {
		return Words::withEnglish($english, $name, static fn(string $key): string => (string) get_term_meta($term->term_id, $key, true));
	}
}
