<?php
/**
 * The term ids of the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Fields\Words;

/**
 * Maps the term ids of specification §9.13 to §9.16. A term is inserted with its id if the id
 * is free. Otherwise it gets another id in this WordPress, and the REST API converts between
 * both.
 */
final class TermIds {

	/** The option with the ids that differ: id of specification §9 → id in this WordPress. */
	public const OPTION = 'estate_term_ids';

	/** The meta field with the editor's order of terms. */
	public const ORDER = '_estate_order';

	/** @var array<int, int>|null */
	private static ?array $map = null;

	/** Clears the cache of the option. */
	public static function reset(): void {
		self::$map = null;
	}

	/** The id on the site of a property term. */
	public static function siteId(int $id): int {
		$siteId = array_search($id, self::map(), true);
		return $siteId === false ? $id : (int) $siteId;
	}

	/** The id in this WordPress of a term id of the site. */
	public static function localId(int $siteId): int {
		return self::map()[$siteId] ?? $siteId;
	}

	/** Inserts the missing default terms. */
	public static function insertTerms(): void {
		$map = [];
		foreach (Catalogue::terms() as $taxonomy => $terms) {
			$order = 0;
			foreach ($terms as $id => [$slug, $english, $spanish]) {
				$own = self::insert($id, $taxonomy, $slug, $english);
				if ($own === 0) {
					continue;
				}
				if ($own !== $id) {
					$map[$id] = $own;
				}
				if (get_term_meta($own, self::ORDER, true) === '') {
					update_term_meta($own, self::ORDER, ++$order);
					update_term_meta($own, Words::termKey('name', 'es'), $spanish);
				}
			}
		}
		update_option(self::OPTION, $map, true);
		self::$map = null;
	}

	/** The id of the existing or inserted term, 0 on failure. */
	private static function insert(int $id, string $taxonomy, string $slug, string $name): int {
		global $wpdb;
		$there = get_term_by('slug', $slug, $taxonomy);
		if ($there instanceof \WP_Term) {
			return $there->term_id;
		}
		$taken = (int) $wpdb->get_var($wpdb->prepare("SELECT COUNT(*) FROM $wpdb->terms WHERE term_id = %d", $id));
		if ($taken > 0) {
			$made = wp_insert_term($name, $taxonomy, ['slug' => $slug]);
			return is_wp_error($made) ? 0 : (int) $made['term_id'];
		}
		$wpdb->insert($wpdb->terms, ['term_id' => $id, 'name' => $name, 'slug' => $slug, 'term_group' => 0]);
		$wpdb->insert($wpdb->term_taxonomy, ['term_id' => $id, 'taxonomy' => $taxonomy, 'description' => '', 'parent' => 0, 'count' => 0]);
		clean_term_cache($id, $taxonomy);
		return $id;
	}

	/** @return array<int, int> */
	private static function map(): array {
		self::$map ??= array_map('intval', (array) get_option(self::OPTION, []));
		return self::$map;
	}
}
