<?php
/**
 * Pagination.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use WP_REST_Response;

/** Responds with one page of a list and its size in the headers, as WordPress does. */
final class Paged {

	/**
	 * The parameters of a list.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	public static function params(int $most, int $standard): array {
		return [
			'page'     => ['type' => 'integer', 'minimum' => 1, 'maximum' => 1_000_000, 'default' => 1],
			'per_page' => ['type' => 'integer', 'minimum' => 1, 'maximum' => $most, 'default' => $standard],
		];
	}

	/** @param array<int, mixed> $items */
	public static function respond(array $items, int $total, int $perPage): WP_REST_Response {
		$response = new WP_REST_Response($items);
		$response->header('X-WP-Total', (string) $total);
		$response->header('X-WP-TotalPages', (string) (int) ceil($total / max(1, $perPage)));
		return $response;
	}
}
