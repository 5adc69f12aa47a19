<?php
/**
 * The fields of posts and pages in REST responses.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\Taxonomies;
use Estate\Fields\Fields;
use Estate\Language\Providers;
use Estate\Module;
use Estate\Content\Sections;

/** Adds to posts and pages: acf with header, preset filter and sections; language and translations; the picture. */
final class ArticleFields implements Module {

	public function register(): void {
		add_action('rest_api_init', [$this, 'fields']);
	}

	/** Registers the fields. */
	public function fields(): void {
		$readers = [
			'acf'               => static fn(int $id) => self::acf($id),
			'lang'              => static fn(int $id) => Providers::current()->ofPost($id),
			'alternative_links' => static fn(int $id) => self::links($id),
			'featured_image'    => static fn(int $id) => Images::one((int) get_post_thumbnail_id($id)),
		];
		foreach (['post', 'page'] as $type) {
			foreach ($readers as $name => $read) {
				register_rest_field($type, $name, [
					'get_callback' => static fn(array $answer) => $read((int) $answer['id']),
					'schema'       => ['description' => $name, 'context' => ['view', 'embed', 'edit'], 'readonly' => true],
				]);
			}
		}
	}

	/** @return array<string, mixed> an empty list when nothing is set, as in Advanced Custom Fields */
	public static function acf(int $id): array {
		$acf   = [];
		$image = Images::any(Fields::get($id, 'header_image'));
		$head  = [
			'title'        => Fields::text($id, 'title'),
			'subtitle'     => Fields::text($id, 'subtitle'),
			'header_type'  => Fields::text($id, 'header_type'),
			'header_image' => $image,
			'search_bar'   => Fields::flag($id, 'search_bar'),
			'description'  => Fields::text($id, 'description'),
		];
		if (array_filter($head) !== []) {
			$acf = $head;
		}
		if (get_post_type($id) !== 'page') {
			return $acf;
		}
		$filter = self::filter($id);
		if (array_filter($filter) !== []) {
			$acf['property_filter'] = $filter;
		}
		$sections = Sections::of($id);
		if ($sections !== []) {
			$acf['sections'] = Sections::forRest($sections);
		}
		return $acf;
	}

	/** @return array<string, array|false> the filter of a listing page */
	private static function filter(int $id): array {
		$filter = [];
		foreach ([Taxonomies::OFFER, Taxonomies::TYPE, Taxonomies::LOCATION] as $taxonomy) {
			$chosen = Fields::ids($id, 'filter_' . $taxonomy);
			$term   = $chosen === [] ? null : get_term($chosen[0], $taxonomy);
			$filter[$taxonomy] = $term instanceof \WP_Term ? TermShape::fields([$term]) : false;
		}
		return $filter;
	}

	/** @return array<string, string>|null the addresses of the post and its published translations; null without translations */
	private static function links(int $id): ?array {
		$links = [];
		foreach (Providers::current()->translationsOfPost($id) as $language => $translation) {
			if (get_post_status($translation) === 'publish') {
				$links[$language] = (string) get_permalink($translation);
			}
		}
		return $links === [] ? null : [Providers::current()->ofPost($id) => (string) get_permalink($id)] + $links;
	}
}
