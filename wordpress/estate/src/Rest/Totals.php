<?php
/**
 * The size of a list on pages past its end.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Module;
use WP_Query;
use WP_REST_Request;
use WP_REST_Response;

/** Adds the totals to the error for a page past the end, which WordPress omits. */
final class Totals implements Module {

	private int $found = 0;

	public function register(): void {
		add_filter('found_posts', [$this, 'note'], 99, 2);
		add_filter('rest_post_dispatch', [$this, 'tell'], 10, 3);
	}

	public function note($found, WP_Query $query) {
		$this->found = (int) $found;
		return $found;
	}

	/** Adds the headers of the list to the error. */
	public function tell($response, $server, WP_REST_Request $request) {
		$data = $response instanceof WP_REST_Response ? $response->get_data() : null;
		if (is_array($data) && ($data['code'] ?? '') === 'rest_post_invalid_page_number') {
			$perPage = max(1, (int) ($request['per_page'] ?: 10));
			$response->header('X-WP-Total', (string) $this->found);
			$response->header('X-WP-TotalPages', (string) (int) ceil($this->found / $perPage));
		}
		return $response;
	}
}
