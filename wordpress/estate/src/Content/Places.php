<?php
/**
 * Provinces, cities and subareas.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Module;

/** Reads the levels of the location tree. */
final class Places implements Module {

	public const LEVELS = ['s_province', 's_city', 's_subarea'];

	private static bool $busy = false;

	public function register(): void {
		add_action('set_object_terms', [$this, 'addParents'], 10, 4);
	}

	/** The level of a location: 0 province, 1 city, 2 subarea; -1 for an unknown id. */
	public static function level(int $id): int {
		$term = get_term($id, Taxonomies::LOCATION);
		if (!$term instanceof \WP_Term) {
			return -1;
		}
		return min(2, count(get_ancestors($id, Taxonomies::LOCATION, 'taxonomy')));
	}

	/**
	 * The province, city and subarea of a property, 0 where unknown.
	 *
	 * @return array{int, int, int}
	 */
	public static function of(int $post): array {
		$place = [0, 0, 0];
		foreach (Terms::of($post, Taxonomies::LOCATION) as $term) {
			$level = self::level($term->term_id);
			if ($level >= 0 && $place[$level] === 0) {
				$place[$level] = $term->term_id;
			}
		}
		return $place;
	}

	/** Adds the city and the province of the subarea that an editor chooses. */
	public function addParents($post, $terms, $ids, $taxonomy): void {
		if ($taxonomy !== Taxonomies::LOCATION || self::$busy) {
			return;
		}
		$own = wp_get_object_terms((int) $post, $taxonomy, ['fields' => 'ids']);
		$own = is_array($own) ? array_map('intval', $own) : [];
		$all = $own;
		foreach ($own as $id) {
			$all = array_merge(array_reverse(get_ancestors($id, $taxonomy, 'taxonomy')), $all);
		}
		$all = array_values(array_unique($all));
		if (count($all) > count($own)) {
			self::$busy = true;
			wp_set_object_terms((int) $post, $all, $taxonomy);
			self::$busy = false;
		}
	}
}
