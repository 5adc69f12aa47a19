<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Content\Catalogue;
use Estate\Content\TermIds;

/** Term ids. */
final class TermIdsTest extends Check {

	public function testTermsHaveTheIdsOfTheSpecification(): void {
		$this->bare();
		TermIds::insertTerms();
		foreach (Catalogue::terms() as $taxonomy => $terms) {
			foreach (array_keys($terms) as $id) {
				$this->same(get_term($id)->taxonomy ?? '', $taxonomy, "term $id");
			}
		}
		$this->same(get_option(TermIds::OPTION), [], 'pairs that differ');
	}

	public function testATakenIdIsMapped(): void {
		global $wpdb;
		$this->bare();
		$wpdb->insert($wpdb->terms, ['term_id' => 3, 'name' => 'News', 'slug' => 'news']);
		$wpdb->insert($wpdb->term_taxonomy, ['term_id' => 3, 'taxonomy' => 'category', 'description' => '']);
		TermIds::insertTerms();
		$own = get_term_by('slug', 'for-sale', 's_offer')->term_id;
		$this->holds($own !== 3 && TermIds::siteId($own) === 3 && TermIds::localId(3) === $own, "for-sale has id $own here and 3 for the site");
		$property = $this->make('properties', [], [], ['s_offer' => [$own]]);
		$this->same($this->ids('/wp/v2/properties', ['s_offer' => '3']), [$property], 'filter by the id of the site');
		$this->same($this->ids('/wp/v2/properties', ['tax_s_offer' => '3']), [$property], 'WordPress\'s own filter');
		$data = $this->ask("/wp/v2/properties/$property")->get_data();
		$this->same([$data['s_offer'], $data['tax_s_offer'], $data['acf']['s_offer'][0]['term_id']], [[3], [3], 3], 'ids in a response');
		foreach (['/wp/v2/s_offer', '/wp/v2/tax_s_offer'] as $route) {
			$this->same($this->ids($route, ['include' => '3']), [3], "$route by include");
			$this->same($this->ask("$route/3")->get_data()['slug'] ?? '', 'for-sale', "$route by id");
		}
		$this->same($this->ask('/wp/v2/categories/3')->get_data()['slug'] ?? '', 'news', 'the category with the id');
	}

	public function testTermsHaveTheOrderOfTheEditor(): void {
		$this->bare();
		TermIds::insertTerms();
		$this->same($this->ids('/wp/v2/s_type'), [7, 15, 81, 100, 45, 96, 158, 74], 'types');
		$this->same(array_slice($this->ids('/wp/v2/s_type', ['orderby' => 'id']), 0, 2), [7, 15], 'types by id');
	}

	private function bare(): void {
		global $wpdb;
		$wpdb->query("DELETE FROM $wpdb->terms");
		$wpdb->query("DELETE FROM $wpdb->term_taxonomy");
		$wpdb->query("DELETE FROM $wpdb->termmeta");
		$wpdb->query("DELETE FROM $wpdb->posts WHERE post_type IN ('properties', 'developments')");
		wp_cache_flush();
		TermIds::reset();
	}
}
