<?php
/**
 * The filter as SQL.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Properties;

use Estate\Content\Taxonomies;
use WP_Query;

/** Adds a filter to the query of a list of properties. */
final class Query {

	/** The query variable with the filter. */
	public const VARIABLE = 'estate_filter';

	/**
	 * Adds a filter to the arguments of a WP_Query.
	 *
	 * @param array<string, mixed> $args
	 * @param bool                 $sorts whether the filter sets the order
	 * @return array<string, mixed>
	 */
	public static function with(array $args, Filter $filter, bool $sorts): array {
		foreach ($filter->terms as $taxonomy => $ids) {
			if ($ids !== []) {
				$args['tax_query'][] = ['taxonomy' => $taxonomy, 'field' => 'term_id', 'terms' => $ids, 'include_children' => false];
			}
		}
		if ($filter->collections !== []) {
			$args['tax_query'][] = ['taxonomy' => Taxonomies::COLLECTIONS, 'field' => 'slug', 'terms' => $filter->collections];
		}
		$args[self::VARIABLE] = ['filter' => $filter, 'sorts' => $sorts];
		return $args;
	}

	/**
	 * Adds the other conditions to the SQL; hooked into posts_clauses.
	 *
	 * @param array<string, string> $clauses
	 * @return array<string, string>
	 */
	public static function clauses(array $clauses, WP_Query $query): array {
		global $wpdb;
		$asked = $query->get(self::VARIABLE);
		if (!is_array($asked) || !$asked['filter'] instanceof Filter) {
			return $clauses;
		}
		TableUpdater::flush();
		$clauses['join']  .= ' JOIN ' . Table::name() . " AS estate_h ON estate_h.post_id = $wpdb->posts.ID";
		$clauses['where'] .= self::where($asked['filter']);
		if ($asked['sorts']) {
			$clauses['orderby'] = self::order($asked['filter']);
		}
		return $clauses;
	}

	/**
	 * Searches title, subtitle, name and reference of properties, not their text as WordPress does; hooked into
	 * posts_search. A word with a hyphen before it must not be there.
	 */
	public static function search(string $where, WP_Query $query): string {
		global $wpdb;
		if ($where === '' || !is_array($query->get(self::VARIABLE))) {
			return $where;
		}
		TableUpdater::flush();
		$where = '';
		foreach ((array) $query->get('search_terms') as $term) {
			$not    = strlen((string) $term) > 1 && str_starts_with((string) $term, '-');
			$where .= $wpdb->prepare(
				// phpcs:ignore WordPress.DB.PreparedSQL -- constant names.
				' AND ' . ($not ? 'NOT ' : '') . "EXISTS (SELECT 1 FROM " . Table::name() . " w WHERE w.post_id = $wpdb->posts.ID AND w.words LIKE %s)",
				'%' . $wpdb->esc_like($not ? substr((string) $term, 1) : (string) $term) . '%'
			);
		}
		return $where;
	}

	private static function where(Filter $f): string {
		global $wpdb;
		$where = $f->sold ? '' : ' AND estate_h.sold = 0';
		$places = [];
		foreach (['province', 'city', 'subarea'] as $level => $column) {
			if ($f->places[$level] !== []) {
				$places[] = "estate_h.$column IN (" . implode(',', array_map('intval', $f->places[$level])) . ')';
			}
		}
		$where .= $places === [] ? '' : ' AND (' . implode(' OR ', $places) . ')';
		foreach (['beds' => $f->beds, 'baths' => $f->baths] as $column => $least) {
			$where .= $least > 0 ? $wpdb->prepare(" AND estate_h.$column >= %d", $least) : ''; // phpcs:ignore WordPress.DB.PreparedSQL
		}
		if ($f->priceFrom > 0) {
			$where .= $wpdb->prepare(' AND GREATEST(' . self::euros($f, 'price') . ', ' . self::euros($f, 'price_to') . ') >= %d', $f->priceFrom); // phpcs:ignore WordPress.DB.PreparedSQL
		}
		if ($f->priceTo > 0) {
			$price  = self::euros($f, 'price');
			$where .= $wpdb->prepare(" AND $price > 0 AND $price <= %d", $f->priceTo); // phpcs:ignore WordPress.DB.PreparedSQL
		}
		foreach ($f->sizes as $column => [$from, $to]) {
			// phpcs:disable WordPress.DB.PreparedSQL -- the name of a column.
			$where .= $from > 0 ? $wpdb->prepare(" AND estate_h.$column >= %d", $from) : '';
			$where .= $to > 0 ? $wpdb->prepare(" AND estate_h.$column > 0 AND estate_h.$column <= %d", $to) : '';
			// phpcs:enable
		}
		foreach ($f->features as $slug) {
			$where .= $wpdb->prepare(' AND estate_h.features LIKE %s', '%,' . $wpdb->esc_like($slug) . ',%');
		}
		if ($f->area !== [] || $f->near !== null) {
			$where .= ' AND estate_h.post_id IN (' . implode(',', self::within($f) ?: [0]) . ')';
		}
		if ($f->reference !== '') {
			$where .= $wpdb->prepare(' AND estate_h.reference LIKE %s', '%' . $wpdb->esc_like($f->reference) . '%');
		}
		return $where;
	}

	/** @return int[] the properties whose public position lies in the area and the circle of a filter */
	private static function within(Filter $f): array {
		global $wpdb;
		$found = [];
		// phpcs:ignore WordPress.DB.PreparedSQL -- a constant name.
		foreach ($wpdb->get_results('SELECT post_id, lat, lng FROM ' . Table::name() . ' WHERE lat <> 0 OR lng <> 0') as $row) {
			$lat = (float) $row->lat;
			$lng = (float) $row->lng;
			if (($f->area === [] || Area::contains($f->area, $lat, $lng)) && ($f->near === null || Area::distance($f->near[0], $f->near[1], $lat, $lng) <= $f->near[2])) {
				$found[] = (int) $row->post_id;
			}
		}
		return $found;
	}

	/** Properties without a public price come last; ties are ordered by the newest modification. */
	private static function order(Filter $f): string {
		global $wpdb;
		$newest = "$wpdb->posts.post_modified_gmt DESC, $wpdb->posts.ID DESC";
		$price  = self::euros($f, 'price');
		if ($f->sort === 'price_high') {
			return "$price DESC, $newest";
		}
		return $f->sort === 'price_low' ? "$price = 0, $price ASC, $newest" : $newest;
	}

	/** A column of prices in euros. A price in a currency without a rate is unknown, as on the site. */
	private static function euros(Filter $f, string $column): string {
		$cases = '';
		foreach ($f->rates as $currency => $rate) {
			$cases .= sprintf(" WHEN '%s' THEN ROUND(estate_h.%s * %.9F)", esc_sql($currency), $column, $rate);
		}
		return "(CASE estate_h.currency WHEN '' THEN estate_h.$column WHEN 'EUR' THEN estate_h.$column$cases ELSE 0 END)";
	}
}
