<?php

declare(strict_types=1);

namespace EstateFixture;

use Estate\Content\TermIds;
use Estate\Language\Own;

/** Loads terms with their ids. */
final class Terms {

	/** The taxonomies of Estate by their name in WordPress. */
	private const NAMES = ['tag' => 'post_tag', 'collections' => 's_options'];

	/** @param array<int, array<string, mixed>> $terms */
	public function load(array $terms): void {
		global $wpdb;
		$byLink = array_column($terms, 'id', 'link');
		$order  = [];
		foreach ($terms as $term) {
			$taxonomy = self::NAMES[$term['taxonomy']] ?? $term['taxonomy'];
			$lang     = $term['lang'] ?? 'en';
			$id       = (int) $term['id'];
			$wpdb->insert($wpdb->terms, ['term_id' => $id, 'name' => Rows::title($term['name'][$lang] ?? $term['name']['en'] ?? ''), 'slug' => $term['slug'], 'term_group' => 0]);
			$wpdb->insert($wpdb->term_taxonomy, [
				'term_id' => $id, 'taxonomy' => $taxonomy, 'description' => $term['description'][$lang] ?? '', 'parent' => $term['parent'] ?? 0, 'count' => 0,
			]);
			$order[$taxonomy] = ($order[$taxonomy] ?? 0) + 1;
			$meta             = [TermIds::ORDER => $order[$taxonomy]];
			if (isset($term['lang'])) {
				$meta[Own::LANGUAGE] = $term['lang'];
				foreach ($term['alternative_links'] ?? [] as $other => $link) {
					if ($other !== $term['lang'] && isset($byLink[$link])) {
						$meta[Own::TRANSLATION . $other] = $byLink[$link];
					}
				}
			} else {
				$meta['_estate_name_es']        = $term['name']['es'] ?? '';
				$meta['_estate_description_es'] = $term['description']['es'] ?? '';
			}
			foreach (array_filter($meta) as $key => $value) {
				$wpdb->insert($wpdb->termmeta, ['term_id' => $id, 'meta_key' => $key, 'meta_value' => $value]);
			}
		}
		foreach (array_keys($order) as $taxonomy) {
			delete_option("{$taxonomy}_children");
		}
		wp_cache_flush();
	}
}
