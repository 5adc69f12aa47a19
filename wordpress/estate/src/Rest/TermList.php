<?php
/**
 * A second address of a taxonomy.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use WP_REST_Server;
use WP_REST_Terms_Controller;

/** Serves the terms of a taxonomy read-only at a second address. */
final class TermList extends WP_REST_Terms_Controller {

	public function __construct(string $taxonomy, string $base) {
		parent::__construct($taxonomy);
		$this->rest_base = $base;
	}

	public function register_routes() {
		register_rest_route($this->namespace, '/' . $this->rest_base, [[
			'methods'             => WP_REST_Server::READABLE,
			'callback'            => [$this, 'get_items'],
			'permission_callback' => [$this, 'get_items_permissions_check'],
			'args'                => $this->get_collection_params(),
		]]);
		register_rest_route($this->namespace, '/' . $this->rest_base . '/(?P<id>[\d]+)', [[
			'methods'             => WP_REST_Server::READABLE,
			'callback'            => [$this, 'get_item'],
			'permission_callback' => [$this, 'get_item_permissions_check'],
			'args'                => ['context' => $this->get_context_param(['default' => 'view'])],
		]]);
	}
}
