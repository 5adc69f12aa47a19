<?php
/**
 * Terms under their plain names.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\Taxonomies;
use Estate\Content\TermIds;
use Estate\Module;
use WP_REST_Request;

/** Serves the terms of homes at /wp/v2/s_type beside /wp/v2/tax_s_type, and takes their ids as the site knows them. */
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
	 * Puts the id of this WordPress in place of the one the site knows.
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
