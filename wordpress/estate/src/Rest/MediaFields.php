<?php
/**
 * The fields of the media library in REST responses.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Fields\Meta;
use Estate\Fields\Words;
use Estate\Language\Languages;
use Estate\Language\Request;
use Estate\Module;
use WP_Post;
use WP_REST_Response;

/** Adds title, caption and alternative text of pictures in every language. */
final class MediaFields implements Module {

	public function register(): void {
		add_filter('rest_prepare_attachment', [$this, 'words'], 10, 2);
	}

	/** Adds the texts. */
	public function words(WP_REST_Response $response, WP_Post $post): WP_REST_Response {
		$data     = $response->get_data();
		$language = Request::language();
		$title    = self::inLanguages($post->ID, 'title', html_entity_decode($post->post_title, ENT_QUOTES | ENT_HTML5, 'UTF-8'));
		$caption  = self::inLanguages($post->ID, 'caption', $post->post_excerpt);
		$alt      = Images::alt($post->ID);
		$color    = Meta::text($post->ID, 'color');
		$change   = [
			'title'   => ['rendered' => esc_html(Words::in($title, $language))],
			'caption' => ['rendered' => Words::in($caption, $language)],
			'alt_text' => Words::in($alt, $language),
		];
		foreach ($change as $name => $value) {
			if (isset($data[$name])) {
				$data[$name] = is_array($value) ? array_merge((array) $data[$name], $value) : $value;
			}
		}
		if (isset($data['description']['rendered'])) {
			$data['description']['rendered'] = trim($post->post_content);
		}
		$data += Words::fields('title', $title) + Words::fields('caption', $caption) + Words::fields('alt', $alt);
		if ($color !== '') {
			$data['color'] = $color;
		}
		$data += Images::marks($post->ID);
		$response->set_data($data);
		return $response;
	}

	/** @return array<string, string> */
	private static function inLanguages(int $id, string $name, string $english): array {
		$words = [Languages::FALLBACK => $english];
		foreach (Languages::others() as $language) {
			$words[$language] = Meta::text($id, $name . '_' . $language);
		}
		return array_filter($words, static fn(string $text): bool => $text !== '');
	}
}
