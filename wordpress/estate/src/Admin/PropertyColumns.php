<?php
/**
 * The lists of properties and developments.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\PostTypes;
use Estate\Properties\Property;
use Estate\Properties\Table;
use Estate\Module;

/** Shows picture, reference and price in the lists, and searches by reference. */
final class PropertyColumns implements Module {

	public function register(): void {
		foreach (PostTypes::PROPERTY_TYPES as $type) {
			add_filter("manage_{$type}_posts_columns", [$this, 'columns']);
			add_action("manage_{$type}_posts_custom_column", [$this, 'show'], 10, 2);
		}
		add_filter('posts_search', [$this, 'search'], 10, 2);
	}

	/**
	 * @param array<string, string> $columns
	 * @return array<string, string>
	 */
	public function columns(array $columns): array {
		$first = array_slice($columns, 0, 1);
		return $first + ['estate_picture' => __('Picture', 'estate')] + array_slice($columns, 1, 1)
			+ ['estate_reference' => __('Reference', 'estate'), 'estate_price' => __('Price', 'estate')] + $columns;
	}

	public function show(string $column, int $id): void {
		$property = new Property(get_post($id));
		switch ($column) {
			case 'estate_picture':
				echo get_the_post_thumbnail($id, [64, 48]); // phpcs:ignore WordPress.Security.EscapeOutput -- WordPress escapes it.
				break;
			case 'estate_reference':
				echo esc_html($property->text('reference'));
				break;
			case 'estate_price':
				echo esc_html(self::price($property));
		}
	}

	/** Includes references in the search. */
	public function search(string $where, \WP_Query $query): string {
		global $wpdb, $pagenow;
		$words = trim((string) $query->get('s'));
		if ($pagenow !== 'edit.php' || !$query->is_main_query() || $words === '' || $where === '' || !PostTypes::isPropertyType((string) $query->get('post_type'))) {
			return $where;
		}
		$byReference = $wpdb->prepare(
			"$wpdb->posts.ID IN (SELECT post_id FROM " . Table::name() . ' WHERE type = %s AND reference LIKE %s)', // phpcs:ignore WordPress.DB.PreparedSQL
			$query->get('post_type'), '%' . $wpdb->esc_like($words) . '%'
		);
		return " AND ((1=1 $where) OR $byReference)";
	}

	private static function price(Property $property): string {
		if ($property->isOnAsk()) {
			return __('on ask', 'estate');
		}
		[$from, $to] = $property->publicPrices();
		$currency    = PropertyForm::currencies()[$property->text('price_currency')] ?? '€';
		$prices      = array_map(static fn(int $amount): string => number_format($amount, 0, ',', '.') . ' ' . $currency, array_filter([$from, $to]));
		return $prices === [] ? '—' : implode(' – ', $prices);
	}
}
