<?php
/**
 * Updates of the search table.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Properties;

use Estate\Content\PostTypes;
use Estate\Content\Taxonomies;
use Estate\Module;

/**
 * Collects the properties that a request changes and updates their rows at its end, or before the
 * next query.
 */
final class TableUpdater implements Module {

	/** @var array<int, true> */
	private static array $waiting = [];

	public function register(): void {
		add_action('save_post', [$this, 'post']);
		add_action('deleted_post', [$this, 'post']);
		foreach (['added_post_meta', 'updated_post_meta', 'deleted_post_meta'] as $hook) {
			add_action($hook, [$this, 'meta'], 10, 2);
		}
		add_action('set_object_terms', [$this, 'terms'], 10, 4);
		add_action('edited_' . Taxonomies::LOCATION, [$this, 'location']);
		add_action('shutdown', [self::class, 'flush'], 5);
	}

	public function post($id): void {
		$id = (int) $id;
		if (PostTypes::isPropertyType((string) get_post_type($id)) || doing_action('deleted_post')) {
			self::$waiting[$id] = true;
		}
	}

	public function meta($meta, $id): void {
		$this->post((int) $id);
	}

	public function terms($id, $terms, $ids, $taxonomy): void {
		if (Taxonomies::isShared((string) $taxonomy)) {
			$this->post((int) $id);
		}
	}

	/** A location that is moved in the tree changes its properties. */
	public function location($term): void {
		foreach ((array) get_objects_in_term((int) $term, Taxonomies::LOCATION) as $id) {
			$this->post((int) $id);
		}
	}

	/** Updates the pending rows. */
	public static function flush(): void {
		$ids           = array_keys(self::$waiting);
		self::$waiting = [];
		foreach ($ids as $id) {
			Table::update($id);
		}
	}
}
