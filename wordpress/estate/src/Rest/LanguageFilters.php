<?php
/**
 * Language filters of lists.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\PostTypes;
use Estate\Content\Taxonomies;
use Estate\Content\TermIds;
use Estate\Language\Providers;
use Estate\Language\Request;
use Estate\Language\Slugs;
use Estate\Module;
use WP_REST_Request;

/** Filters lists of posts, pages, categories and tags by the language of the request, and finds properties by their slug in it. */
final class LanguageFilters implements Module {

	public function register(): void {
		foreach (['post', 'page'] as $type) {
			add_filter("rest_{$type}_query", [$this, 'posts']);
		}
		foreach (['category', 'post_tag'] as $taxonomy) {
			add_filter("rest_{$taxonomy}_query", [$this, 'terms'], 10, 2);
		}
		foreach (Taxonomies::ALL as $taxonomy) {
			add_filter("rest_{$taxonomy}_query", [$this, 'shared'], 10, 2);
		}
		foreach (PostTypes::PROPERTY_TYPES as $type) {
			add_filter("rest_{$type}_query", [$this, 'slugs'], 5, 2);
		}
		add_filter('terms_clauses', [$this, 'order'], 10, 3);
	}

	/** @param array<string, mixed> $args */
	public function posts(array $args): array {
		return Providers::current()->narrowPosts($args, Request::language());
	}

	/** @param array<string, mixed> $args */
	public function terms(array $args, WP_REST_Request $request): array {
		return $this->ordered(Providers::current()->narrowTerms($args, Request::language()), $request);
	}

	/**
	 * Converts term ids of the site to ids of this WordPress.
	 *
	 * @param array<string, mixed> $args
	 */
	public function shared(array $args, WP_REST_Request $request): array {
		foreach (['include', 'exclude'] as $list) {
			if (!empty($args[$list])) {
				$args[$list] = array_map([TermIds::class, 'localId'], array_map('intval', (array) $args[$list]));
			}
		}
		if (!empty($args['parent'])) {
			$args['parent'] = TermIds::localId((int) $args['parent']);
		}
		return $this->ordered($args, $request);
	}

	/**
	 * Replaces the slug of a property in a language by the slug in WordPress.
	 *
	 * @param array<string, mixed> $args
	 */
	public function slugs(array $args, WP_REST_Request $request): array {
		foreach ((array) ($args['post_name__in'] ?? []) as $i => $slug) {
			$id = Slugs::propertyBySlug((string) ($args['post_type'] ?? ''), (string) $slug, Request::language());
			if ($id > 0) {
				$args['post_name__in'][$i] = (string) get_post_field('post_name', $id);
			}
		}
		foreach (Taxonomies::ALL as $taxonomy) {
			if ($request->get_param('tax_' . $taxonomy)) {
				$args['tax_query'] = self::toLocalIds((array) ($args['tax_query'] ?? []), $taxonomy);
			}
		}
		return $args;
	}

	/**
	 * Orders terms as the editor does, unless the request sets an order.
	 *
	 * @param string[]             $taxonomies
	 * @param array<string, mixed> $args
	 */
	public function order(array $clauses, array $taxonomies, array $args): array {
		global $wpdb;
		if (empty($args['estate_order']) || $args['fields'] === 'count') {
			return $clauses;
		}
		$clauses['join']   .= $wpdb->prepare(" LEFT JOIN $wpdb->termmeta AS estate_o ON estate_o.term_id = t.term_id AND estate_o.meta_key = %s", TermIds::ORDER);
		$clauses['orderby'] = 'ORDER BY estate_o.meta_value IS NULL, estate_o.meta_value + 0, t.name, t.term_id';
		$clauses['order']   = '';
		return $clauses;
	}

	/** @param array<string, mixed> $args */
	private function ordered(array $args, WP_REST_Request $request): array {
		if (!isset($request->get_query_params()['orderby'])) {
			$args['estate_order'] = true;
		}
		return $args;
	}

	/** @param array<int|string, mixed> $conditions */
	private static function toLocalIds(array $conditions, string $taxonomy): array {
		foreach ($conditions as $i => $condition) {
			if (is_array($condition) && ($condition['taxonomy'] ?? '') === $taxonomy) {
				$conditions[$i]['terms'] = array_map([TermIds::class, 'localId'], array_map('intval', (array) $condition['terms']));
			} elseif (is_array($condition)) {
				$conditions[$i] = self::toLocalIds($condition, $taxonomy);
			}
		}
		return $conditions;
	}
}
