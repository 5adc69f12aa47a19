<?php
/**
 * Plugin Name: The fields of a site with Advanced Custom Fields
 *
 * Gives the REST responses of the agency's plugin the shapes that agencies' sites have, which know nothing of it: all fields inside
 * "acf", pictures as ids or false, numbers as text, repeaters as objects, "" for everything empty, options in acf/v3.
 * ESTATE_WORDPRESS_PLAIN=1 up.sh installs it as a must-use plugin.
 */

declare(strict_types=1);

namespace Estate\Tests\Plain;

/** Fields of WordPress itself; all others are in acf. */
const CORE = [
	'id', 'date', 'date_gmt', 'guid', 'modified', 'modified_gmt', 'slug', 'status', 'type', 'link', 'title', 'content', 'excerpt', 'author', 'featured_media',
	'comment_status', 'ping_status', 'sticky', 'template', 'format', 'meta', 'categories', 'tags', 'parent', 'menu_order', '_links', '_embedded', 'acf',
	'tax_s_offer', 'tax_s_type', 'tax_s_location', 'tax_s_category', 'tax_s_categories', 'tax_s_options', 'lang', 'translations', 'alternative_links',
];

/** Routes of the agency's plugin, which such a site has not. */
const OWN_ROUTES = '#^/(estate/v1|options|instagram|search)/|^/wp/v2/(options|get_reference|s_)#';

add_filter('rest_pre_dispatch', static function ($result, $server, $request) {
	if (preg_match(OWN_ROUTES, $request->get_route()) === 1) {
		return new \WP_Error('rest_no_route', 'No route was found matching the URL and request method.', ['status' => 404]);
	}
	return $result;
}, 5, 3);

add_filter('rest_request_after_callbacks', static function ($response, $handler, $request) {
	if ($response instanceof \WP_REST_Response && $request->get_route() === '/acf/v3/options/options') {
		$response->set_data(options($response->get_data()));
	}
	if (!$response instanceof \WP_REST_Response || preg_match('#^/wp/v2/(properties|developments|pages|posts)(/\d+)?$#', $request->get_route()) !== 1) {
		return $response;
	}
	$data = $response->get_data();
	if (isset($data['id'])) {
		$data = entity($data);
	} elseif (is_array($data) && array_is_list_of_entities($data)) {
		$data = array_map(__NAMESPACE__ . '\entity', $data);
	}
	$response->set_data($data);
	return $response;
}, 50, 3);

function array_is_list_of_entities(array $data): bool {
	return $data === [] || isset($data[0]['id']);
}

/** The options page: logos as ids, "" for none. */
function options(array $data): array {
	$own  = \Estate\Settings\Options::all();
	$logo = static fn(string $name, $url) => is_numeric($own[$name] ?? null) ? (int) $own[$name] : ($url ?: '');
	$data['acf']['web_info']['logo_light_2'] = $logo('logo_light_2', $data['acf']['web_info']['logo_light_2'] ?? '');
	foreach (['logo_light_mobile', 'logo_dark_mobile'] as $name) {
		$data['acf'][$name] = $logo($name, $data['acf'][$name] ?? '');
	}
	return $data;
}

/** One entity with its fields in acf, in the shapes of Advanced Custom Fields. */
function entity(array $data): array {
	$acf = (array) ($data['acf'] ?? []);
	foreach ($data as $name => $value) {
		if (!in_array($name, CORE, true)) {
			$acf += [$name => $value];
			unset($data[$name]);
		}
	}
	foreach ($acf as $name => $value) {
		$acf[$name] = shape((string) $name, $value);
	}
	unset($acf['featured_image']);
	$data['acf'] = $acf === [] ? [] : $acf;
	return $data;
}

/**
 * @param mixed $value
 * @return mixed
 */
function shape(string $name, $value) {
	if ($value === null || $value === [] || $value === false) {
		return in_array($name, ['gallery', 'plans', 'units', 'location', 'energy', 'extra'], true) ? false : '';
	}
	switch ($name) {
		case 'gallery':
		case 'plans':
			return array_column($value, 'id');
		case 'bedrooms':
		case 'bathrooms':
			return $value > 0 ? (string) $value : '';
		case 'plot_size':
		case 'built_size':
		case 'terrace_size':
			return $value > 0 ? number_format((float) $value, 0, ',', '.') . ' m2' : '';
		case 'price':
			foreach (['amount', 'previous', 'from', 'to'] as $key) {
				if (isset($value[$key])) {
					$value[$key] = $value[$key] > 0 ? '€ ' . number_format((float) $value[$key], 0, ',', '.') : '';
				}
			}
			return $value;
		case 'badges':
			return array_map(static fn(string $badge): bool => in_array($badge, $value, true), array_combine(['sold', 'new', 'exclusive', 'featured'], ['sold', 'new', 'exclusive', 'featured']));
		case 'location':
			return ['lat' => (string) $value['lat'], 'lng' => (string) $value['lng']] + $value;
		case 'units':
		case 'phases':
			return (object) $value; // a repeater whose rows have keys
		case 'sections':
			return array_map(__NAMESPACE__ . '\pictures', $value);
		case 'header_image':
			return is_array($value) ? ($value['id'] ?? '') : $value;
	}
	return $value;
}

/**
 * Pictures of sections as ids, as a field of the return format "Image ID" has them.
 *
 * @param mixed $value
 * @return mixed
 */
function pictures($value) {
	if (!is_array($value)) {
		return $value ?? '';
	}
	if (isset($value['source_url'])) {
		return ($value['id'] ?? 0) > 0 ? (int) $value['id'] : $value['source_url'];
	}
	return array_map(__NAMESPACE__ . '\pictures', $value);
}
