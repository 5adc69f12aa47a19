<?php
/**
 * The fields of terms in REST responses.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\Taxonomies;
use Estate\Content\TermIds;
use Estate\Fields\Words;
use Estate\Language\Providers;
use Estate\Language\Request;
use Estate\Module;
use WP_REST_Response;
use WP_Term;

/** Adds the texts of property terms in every language, and the language of categories and tags. */
final class TermFields implements Module {

	public function register(): void {
		foreach (array_merge(Taxonomies::ALL, ['category', 'post_tag']) as $taxonomy) {
			add_filter("rest_prepare_$taxonomy", [$this, 'words'], 10, 2);
		}
	}

	/** Adds the texts. */
	public function words(WP_REST_Response $response, WP_Term $term): WP_REST_Response {
		$data     = $response->get_data();
		$language = Request::language();
		$shared   = Taxonomies::isShared($term->taxonomy);
		if ($shared) {
			$name        = TermShape::name($term);
			$description = TermShape::description($term);
			$data        = array_merge($data, array_intersect_key([
				'id'          => TermIds::siteId($term->term_id),
				'name'        => esc_html(Words::in($name, $language)),
				'description' => Words::in($description, $language),
				'parent'      => TermIds::siteId($term->parent),
			], $data));
			$data['acf'] = Words::fields('name', $name, true) + Words::fields('description', $description);
		} else {
			$data['acf']  = [];
			$data['lang'] = Providers::current()->ofTerm($term->term_id);
			$links        = self::links($term);
			if ($links !== []) {
				$data['alternative_links'] = $links;
			}
		}
		$response->set_data($data);
		return $response;
	}

	/** @return array<string, string> the archives of the term and its translations, [] without translations */
	private static function links(WP_Term $term): array {
		$links = [];
		foreach (Providers::current()->translationsOfTerm($term->term_id) as $language => $translation) {
			$link = get_term_link($translation, $term->taxonomy);
			if (is_string($link)) {
				$links[$language] = $link;
			}
		}
		$own = get_term_link($term);
		return $links === [] || !is_string($own) ? [] : [Providers::current()->ofTerm($term->term_id) => $own] + $links;
	}
}
