<?php
/**
 * The taxonomies of properties and developments.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Module;

/** Registers offers, types, locations, categories and collections. */
final class Taxonomies implements Module {

	public const OFFER       = 's_offer';
	public const TYPE        = 's_type';
	public const LOCATION    = 's_location';
	public const CATEGORY    = 's_category';
	public const CATEGORIES  = 's_categories';
	public const COLLECTIONS = 's_options';

	/** All of them. */
	public const ALL = [self::OFFER, self::TYPE, self::LOCATION, self::CATEGORY, self::CATEGORIES, self::COLLECTIONS];

	public function register(): void {
		add_action('init', [$this, 'taxonomies'], 5);
	}

	/** Reports whether a taxonomy belongs to properties. Its terms are multilingual. */
	public static function isShared(string $taxonomy): bool {
		return in_array($taxonomy, self::ALL, true);
	}

	/**
	 * The taxonomies of a property type, in the order of REST responses.
	 *
	 * @return string[]
	 */
	public static function of(string $type): array {
		$other = $type === PostTypes::DEVELOPMENTS ? self::CATEGORY : self::CATEGORIES;
		return array_values(array_diff(self::ALL, [$other]));
	}

	/** Registers them all. */
	public function taxonomies(): void {
		$names = [
			self::OFFER       => [__('Offers', 'estate'), PostTypes::PROPERTY_TYPES],
			self::TYPE        => [__('Types', 'estate'), PostTypes::PROPERTY_TYPES],
			self::LOCATION    => [__('Locations', 'estate'), PostTypes::PROPERTY_TYPES],
			self::CATEGORY    => [__('Property categories', 'estate'), [PostTypes::PROPERTIES]],
			self::CATEGORIES  => [__('Development categories', 'estate'), [PostTypes::DEVELOPMENTS]],
			self::COLLECTIONS => [__('Collections', 'estate'), PostTypes::PROPERTY_TYPES],
		];
		foreach ($names as $taxonomy => [$label, $types]) {
			register_taxonomy($taxonomy, $types, [
				'labels'            => [
					'name' => $label, 'menu_name' => $label, 'add_new_item' => __('Add', 'estate'), 'search_items' => __('Search', 'estate'),
					'all_items' => $label, 'most_used' => __('Most used', 'estate'), 'new_item_name' => __('Name', 'estate'),
					'parent_item' => __('Parent location', 'estate'), 'edit_item' => __('Edit', 'estate'), 'not_found' => __('Nothing found.', 'estate'),
				],
				'public'            => true,
				'hierarchical'      => $taxonomy === self::LOCATION,
				'show_in_rest'      => true,
				'rest_base'         => 'tax_' . $taxonomy,
				'show_tagcloud'     => false,
				'show_admin_column' => in_array($taxonomy, [self::OFFER, self::TYPE, self::LOCATION], true),
				'meta_box_cb'       => $taxonomy === self::LOCATION ? null : 'post_categories_meta_box',
				'rewrite'           => ['slug' => $taxonomy, 'hierarchical' => $taxonomy === self::LOCATION],
				'sort'              => true,
				'args'              => ['orderby' => 'term_order'],
			]);
		}
	}
}
