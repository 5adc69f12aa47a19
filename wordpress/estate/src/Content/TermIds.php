<?php
/**
 * The ids by which the site knows terms.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Fields\Words;

/**
 * Keeps the ids of specification §9.13 to §9.16. A term is inserted under its very id where
 * that is free; on a site whose own terms have taken it, the term gets another
 * one, and the REST API reads and writes that of specification §9.
 */
final class TermIds {

	/** The option with the pairs that differ: id of specification §9 → id in this WordPress. */
	public const OPTION = 'estate_term_ids';

	/** The meta field that keeps the editor's order of terms. */
	public const ORDER = '_estate_order';

	/** @var array<int, int>|null */
	private static ?array $map = null;

	/** Forgets what it remembers of the option, which a loader or a test has changed. */
	public static function reset(): void {
		self::$map = null;
	}

	/** The id by which the site knows a term of homes. */
	public static function siteId(int $id): int {
		$siteId = array_search($id, self::map(), true);
		return $siteId === false ? $id : (int) $siteId;
	}

	/** The id in this WordPress of a term that the site names. */
	public static function localId(int $siteId): int {
		return self::map()[$siteId] ?? $siteId;
	}

	/** Inserts the terms of the catalogue that are not there yet. */
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

	/** The id of a term that is there or has been made, 0 when neither works. */
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
