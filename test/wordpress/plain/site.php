<?php
/**
 * Plugin Name: The site of an agency without the Estate plugin
 *
 * Post types, taxonomies and REST fields as agencies' own themes register them with Advanced Custom Fields. The
 * shapes of the values are those that content.php stores: they differ from entry to entry, as on such sites.
 * Spanish is below /es, as with WPML. ESTATE_WORDPRESS_PLAIN=1 up.sh installs it as a must-use plugin.
 */

declare(strict_types=1);

namespace Estate\Tests\Plain;

/** The taxonomies: whether they have levels. */
const TAXONOMIES = ['s_offer' => false, 's_type' => false, 's_location' => true, 's_category' => false, 's_categories' => false];

$GLOBALS['plain_language'] = preg_match('#^/es(/|$)#', (string) parse_url($_SERVER['REQUEST_URI'] ?? '/', PHP_URL_PATH)) === 1 ? 'es' : 'en';

/** The language of the request. */
function language(): string {
	return $GLOBALS['plain_language'];
}

/** An address of this site in a language. */
function localise(string $url, string $language): string {
	$home = rtrim(WP_HOME, '/');
	$path = (string) preg_replace('#^/es(?=/|$)#', '', substr($url, strlen($home)));
	return $home . ($language === 'es' ? '/es' : '') . ($path === '' ? '/' : $path);
}

/** The language of a post or a term, that of the request for one with both. */
function language_of(string $kind, int $id): string {
	return get_metadata($kind, $id, 'language', true) ?: language();
}

add_filter('option_home', static fn($home) => rtrim((string) $home, '/') . (language() === 'es' ? '/es' : ''), 20);
add_filter('post_link', static fn($url, $post) => localise($url, language_of('post', $post->ID)), 20, 2);
add_filter('page_link', static function ($url, $id): string {
	$fronts = [(int) get_option('front_en'), (int) get_option('front_es')];
	return localise(in_array((int) $id, $fronts, true) ? WP_HOME . '/' : $url, language_of('post', (int) $id));
}, 20, 2);
add_filter('term_link', static fn($url, $term) => localise($url, language_of('term', $term->term_id)), 20, 2);
add_filter('option_page_on_front', static fn($id) => language() === 'es' ? (int) get_option('front_es') : $id);
add_filter('option_page_for_posts', static fn($id) => language() === 'es' ? (int) get_option('blog_es') : $id);
add_filter('request', static function (array $query): array { // /es/blog/ has the slug of /blog/
	if (language() === 'es' && ($query['pagename'] ?? '') === 'blog') {
		unset($query['pagename']);
		$query['page_id'] = (int) get_option('blog_es');
	}
	return $query;
});

add_action('init', static function (): void {
	$shared = ['public' => true, 'show_in_rest' => true, 'has_archive' => true, 'supports' => ['title', 'editor', 'thumbnail', 'excerpt', 'author', 'custom-fields', 'revisions']];
	foreach (['properties', 'developments'] as $type) {
		register_post_type($type, $shared + ['label' => ucfirst($type), 'rest_base' => $type, 'rewrite' => ['slug' => $type, 'with_front' => false]]);
	}
	foreach (TAXONOMIES as $name => $levels) {
		$types = $name === 's_categories' ? ['developments'] : ($name === 's_category' ? ['properties'] : ['properties', 'developments']);
		register_taxonomy($name, $types, ['public' => true, 'hierarchical' => $levels, 'show_in_rest' => true, 'rest_base' => $name, 'rewrite' => ['slug' => $name, 'hierarchical' => $levels]]);
	}
	add_theme_support('post-thumbnails');
	add_post_type_support('page', ['custom-fields', 'excerpt', 'thumbnail']);
}, 5);

add_action('rest_api_init', static function (): void {
	$types = ['post', 'page', 'properties', 'developments'];
	register_rest_field($types, 'acf', ['get_callback' => static function (array $object) {
		$fields = json_decode((string) get_post_meta($object['id'], 'fields', true), true);
		return $fields ?: []; // without a group of fields ACF sends a list, not an object
	}]);
	register_rest_field($types, 'alternative_links', ['get_callback' => __NAMESPACE__ . '\alternative_links']);
	$options = static fn(): array => ['acf' => json_decode((string) get_option('agency_options'), true)];
	register_rest_route('wp/v2', '/options/options', ['methods' => 'GET', 'permission_callback' => '__return_true', 'callback' => $options]);
	register_rest_route('search/v1', '/get_reference', ['methods' => 'GET', 'permission_callback' => '__return_true', 'callback' => static function ($request): array {
		$found = by_reference((string) $request['reference'], (string) ($request['type'] ?: 'properties'));
		return $found ? ['success' => true, 'data' => ['type' => $found->post_type, 'name' => $found->post_name, 'id' => $found->ID]] : ['success' => false, 'data' => 'not found'];
	}]);
});

/** @return array<string, string>|false the links of an entry by language; false where it has no translation */
function alternative_links(array $object) {
	$id = (int) $object['id'];
	if (in_array(get_post_type($id), ['properties', 'developments'], true)) {
		$url = (string) get_permalink($id);
		return ['en' => localise($url, 'en'), 'es' => localise($url, 'es')];
	}
	$other = (int) get_post_meta($id, 'translation', true);
	return $other === 0 ? false : [language_of('post', $id) => get_permalink($id), language_of('post', $other) => get_permalink($other)];
}

function by_reference(string $reference, string $type): ?\WP_Post {
	if (trim($reference) === '' || !in_array($type, ['properties', 'developments'], true)) {
		return null;
	}
	return get_posts(['post_type' => $type, 'posts_per_page' => 1, 'meta_key' => 'reference', 'meta_value' => trim($reference)])[0] ?? null;
}

// Posts, pages, categories and tags are those of the language of the address.
foreach (['post', 'page', 'category', 'post_tag'] as $kind) {
	add_filter("rest_{$kind}_query", static function (array $args): array {
		$args['meta_query'][] = ['key' => 'language', 'value' => language()];
		return $args;
	});
}

// The filters that the theme of the former site had.
foreach (['properties', 'developments'] as $kind) {
	add_filter("rest_{$kind}_query", __NAMESPACE__ . '\filters', 10, 2);
}

function filters(array $args, \WP_REST_Request $request): array {
	$values = static fn($value): array => array_values(array_filter(is_array($value) ? $value : explode(',', (string) $value), 'strlen'));
	unset($args['tax_query']);
	$keys = ['s_offer' => 's_offer', 's_type' => 's_type', 's_province' => 's_location', 's_city' => 's_location', 's_subarea' => 's_location', 's_location' => 's_location', 's_category' => 's_category', 's_categories' => 's_categories'];
	foreach ($keys as $key => $taxonomy) {
		$terms = $values($request[$key] ?? '');
		if ($terms !== []) {
			$args['tax_query'][] = ['taxonomy' => $taxonomy, 'terms' => $terms, 'field' => ctype_digit((string) $terms[0]) ? 'term_id' : 'slug', 'include_children' => true];
		}
	}
	foreach (['s_beds' => 'beds', 's_baths' => 'baths'] as $key => $meta) {
		$least = (int) trim((string) $request[$key], ' +');
		if ($least > 0) {
			$args['meta_query'][] = ['key' => $meta, 'value' => $least, 'compare' => '>=', 'type' => 'NUMERIC'];
		}
	}
	foreach (['price_from' => '>=', 'price_to' => '<='] as $key => $compare) {
		if (is_numeric($request[$key])) {
			$args['meta_query'][] = ['key' => 'price', 'value' => $request[$key], 'compare' => $compare, 'type' => 'NUMERIC'];
		}
	}
	if ($request['search_reference']) {
		$args['meta_query'][] = ['key' => 'reference', 'value' => $request['search_reference'], 'compare' => 'LIKE'];
	}
	if ($request['redirectRef']) {
		$found            = by_reference((string) $request['redirectRef'], 'properties');
		$args['post__in'] = [$found ? $found->ID : 0];
	}
	$orders = [
		'modified'   => ['orderby' => 'modified', 'order' => 'DESC'],
		'price_high' => ['meta_key' => 'price', 'orderby' => ['meta_value_num' => 'DESC', 'ID' => 'DESC']],
		'price_low'  => ['meta_key' => 'price', 'orderby' => ['meta_value_num' => 'ASC', 'ID' => 'DESC']],
	];
	return array_merge($args, $orders[$request['sort_by']] ?? []);
}
