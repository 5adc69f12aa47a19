<?php
/**
 * The fields of properties and developments in REST responses.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\PostTypes;
use Estate\Content\Taxonomies;
use Estate\Fields\Words;
use Estate\Properties\Property;
use Estate\Language\Languages;
use Estate\Language\Request;
use Estate\Module;
use WP_Post;
use WP_REST_Response;

/** Adds the fields that the site reads: texts in acf, other fields beside it. */
final class PropertyFields implements Module {

	public function register(): void {
		add_action('rest_api_init', [$this, 'fields']);
		foreach (PostTypes::PROPERTY_TYPES as $type) {
			add_filter("rest_prepare_$type", [$this, 'words'], 10, 2);
		}
	}

	/** Registers the fields. A field that is not requested is not computed. */
	public function fields(): void {
		foreach (PostTypes::PROPERTY_TYPES as $type) {
			foreach (PropertyShape::fieldsOf($type) as $name => $read) {
				register_rest_field($type, $name, [
					'get_callback' => static fn(array $answer) => $read(self::property((int) $answer['id'])),
					'schema'       => ['description' => $name, 'context' => ['view', 'embed', 'edit'], 'readonly' => true],
				]);
			}
		}
	}

	/** Sets title, text and slug in the language of the request, and the term ids of the site. */
	public function words(WP_REST_Response $response, WP_Post $post): WP_REST_Response {
		$property     = self::property($post->ID);
		$language = Request::language();
		$data     = $response->get_data();
		if (isset($data['slug'])) {
			$data['slug'] = \Estate\Language\Slugs::of($post, $language);
		}
		if (isset($data['title']['rendered'])) {
			$data['title']['rendered'] = esc_html(Words::in($property->title(), $language));
		}
		if (isset($data['content']['rendered']) && !post_password_required($post)) {
			$data['content']['rendered'] = Words::in($property->description(), $language);
		}
		foreach (Taxonomies::of($post->post_type) as $taxonomy) {
			if (isset($data['tax_' . $taxonomy])) {
				$data['tax_' . $taxonomy] = \Estate\Content\Terms::ids($post->ID, $taxonomy);
			}
		}
		$agent = PropertyShape::agent($property);
		if ($agent !== null) {
			$data['author'] = $agent;
			$response->add_link('author', rest_url('wp/v2/users/' . $agent), ['embeddable' => true]);
		}
		$response->set_data($data);
		return $response;
	}

	private static ?Property $last = null;

	/** The property of a response, cached because its fields are read one after another. */
	private static function property(int $id): Property {
		$post = get_post($id);
		if (self::$last === null || self::$last->post !== $post) {
			self::$last = new Property($post);
		}
		return self::$last;
	}
}
