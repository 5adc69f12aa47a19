<?php
/**
 * Addresses of property terms.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\Taxonomies;
use Estate\Content\TermIds;
use Estate\Module;
use WP_REST_Request;

/** Serves property terms at /wp/v2/s_type as well as /wp/v2/tax_s_type, and accepts the term ids of the site. */
final class TermRoutes implements Module {

	public function register(): void {
		add_action('rest_api_init', [$this, 'routes']);
		add_filter('rest_request_before_callbacks', [$this, 'id'], 10, 3);
	}

	/** Registers the routes. */
	public function routes(): void {
		foreach (Taxonomies::ALL as $taxonomy) {
			(new TermList($taxonomy, $taxonomy))->register_routes();
		}
		(new TermList(Taxonomies::COLLECTIONS, 'collections'))->register_routes();
	}

	/**
	 * Replaces the id of the site by the id in this WordPress.
	 *
	 * @param mixed $response
	 * @return mixed
	 */
	public function id($response, array $handler, WP_REST_Request $request) {
		if (preg_match('#^/wp/v2/(?:tax_)?(?:' . implode('|', Taxonomies::ALL) . '|collections)/\d+$#', $request->get_route()) === 1) {
			$request->set_param('id', TermIds::localId((int) $request['id']));
		}
		return $response;
	}
}
