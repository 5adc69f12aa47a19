<?php
/**
 * The Instagram feed over REST.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Module;
use Estate\Settings\Instagram;

/** Serves the stored feed. */
final class InstagramRoute implements Module {

	public function register(): void {
		add_action('rest_api_init', static function (): void {
			register_rest_route('instagram/v1', '/feed', [
				'methods'             => 'GET',
				'permission_callback' => '__return_true',
				'callback'            => static fn(): array => ['data' => Instagram::forRest()],
			]);
		});
	}
}
