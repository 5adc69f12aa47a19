<?php
/**
 * Texts in REST responses.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Language\Request;
use Estate\Module;
use WP_Post;
use WP_REST_Response;

/** Returns texts as entered: without typographic quotes, final line feeds and generated excerpts of pages. */
final class Rendering implements Module {

	public function register(): void {
		if (!Request::isRest()) {
			return;
		}
		add_filter('run_wptexturize', '__return_false');
		foreach (['post', 'page', 'revision'] as $type) {
			add_filter("rest_prepare_$type", [$this, 'trim'], 20, 2);
		}
	}

	/** Trims texts, and removes an excerpt that WordPress generated from the text of a page. */
	public function trim(WP_REST_Response $response, WP_Post $post): WP_REST_Response {
		$data = $response->get_data();
		foreach (['title', 'content', 'excerpt'] as $field) {
			if (isset($data[$field]['rendered'])) {
				$data[$field]['rendered'] = trim((string) $data[$field]['rendered']);
			}
		}
		if (isset($data['excerpt']['rendered']) && $post->post_type !== 'post' && trim($post->post_excerpt) === '') {
			$data['excerpt']['rendered'] = '';
		}
		$response->set_data($data);
		return $response;
	}
}
