<?php
/**
 * The options record over REST.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Module;
use Estate\Settings\Options;

/** Serves the options record at its three addresses. */
final class OptionsRoute implements Module {

	public function register(): void {
		add_action('rest_api_init', [$this, 'routes']);
	}

	/** Registers the routes. */
	public function routes(): void {
		foreach (['wp/v2', 'acf/v3'] as $namespace) {
			self::route($namespace, '/options/options');
		}
		self::route('options', '/options');
	}

	private static function route(string $namespace, string $path): void {
		register_rest_route($namespace, $path, [
			'methods'             => 'GET',
			'permission_callback' => '__return_true',
			'callback'            => static fn(): array => ['acf' => Options::forRest()],
		]);
	}
}
