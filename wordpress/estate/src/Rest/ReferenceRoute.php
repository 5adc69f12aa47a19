<?php
/**
 * The look-up of references over REST.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\PostTypes;
use Estate\Properties\Table;
use Estate\Language\Links;
use Estate\Language\Request;
use Estate\Language\Slugs;
use Estate\Module;
use WP_REST_Request;

/** Returns what a reference names, always with status 200 (specification §3.14). */
final class ReferenceRoute implements Module {

	private const MAX_REFERENCE_LENGTH = 40;

	public function register(): void {
		add_action('rest_api_init', [$this, 'routes']);
	}

	/** Registers the routes. */
	public function routes(): void {
		foreach (['wp/v2', 'search/v1', 'estate/v1'] as $namespace) {
			register_rest_route($namespace, '/get_reference', [
				'methods'             => 'GET',
				'permission_callback' => '__return_true',
				'callback'            => [self::class, 'answer'],
				'args'                => ['reference' => ['type' => 'string'], 'type' => ['type' => 'string']],
			]);
		}
	}

	/** @return array<string, mixed> */
	public static function answer(WP_REST_Request $request): array {
		$type      = (string) ($request['type'] ?: PostTypes::PROPERTIES);
		$reference = trim((string) $request['reference']);
		$known     = PostTypes::isPropertyType($type) && $reference !== '' && mb_strlen($reference) <= self::MAX_REFERENCE_LENGTH;
		$id        = $known ? Table::byReference($type, $reference) : 0;
		$post      = $id > 0 ? get_post($id) : null;
		if ($post === null) {
			return ['success' => false, 'data' => 'not found'];
		}
		return ['success' => true, 'data' => [
			'type' => $post->post_type,
			'name' => Slugs::of($post, Request::language()),
			'id'   => $post->ID,
			'link' => Links::path((string) get_permalink($post)),
		]];
	}
}
