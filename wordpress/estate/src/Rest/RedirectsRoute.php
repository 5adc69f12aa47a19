<?php
/**
 * Redirects over REST.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Module;
use Estate\Redirects\OldSlugs;
use Estate\Redirects\Table;
use WP_REST_Request;
use WP_REST_Response;

/** Lists the redirect table, then the old slugs of WordPress. */
final class RedirectsRoute implements Module {

	public function register(): void {
		add_action('rest_api_init', static function (): void {
			register_rest_route('estate/v1', '/redirects', [
				'methods'             => 'GET',
				'permission_callback' => '__return_true',
				'callback'            => [self::class, 'answer'],
				'args'                => Paged::params(100, 10),
			]);
		});
	}

	/** Returns one page. An old slug of a property counts once, although it makes a pair per language. */
	public static function answer(WP_REST_Request $request): WP_REST_Response {
		$perPage = (int) $request['per_page'];
		$from    = ((int) $request['page'] - 1) * $perPage;
		$own     = Table::all();
		$pairs   = array_slice($own, $from, $perPage);
		$left    = $perPage - count($pairs);
		if ($left > 0) {
			$pairs = array_merge($pairs, OldSlugs::slice(max(0, $from - count($own)), $left));
		}
		return Paged::respond($pairs, count($own) + OldSlugs::count(), $perPage);
	}
}
