<?php
/**
 * Unsaved changes.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Preview;

use Estate\Content\PostTypes;
use Estate\Content\Taxonomies;
use Estate\Fields\Meta;
use Estate\Fields\Words;
use Estate\Language\Languages;
use Estate\Language\Request;
use Estate\Module;
use Estate\Rest\ArticleFields;
use Estate\Rest\Images;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Keeps the fields of a form whose preview an editor opens, because WordPress stores only title and
 * text of it. A request with the token of the post gets them in place of the saved ones, for as long
 * as the token is valid. Nothing is saved. The newest revision of a post or page, which the site shows
 * as its preview, has them too, also when WordPress has no revision.
 */
final class Unsaved implements Module {

	private const TRANSIENT = 'estate_unsaved_';

	/** The taxonomies of posts with their names in the REST API. */
	private const ARTICLE_TERMS = ['category' => 'categories', 'post_tag' => 'tags'];

	/** The post of the request's token, 0 for none. */
	private static int $post = 0;

	/** @var array<string, mixed> meta values by key */
	private static array $meta = [];

	/** @var array<string, int[]> term ids by taxonomy */
	private static array $terms = [];

	/** @var array<string, string> title, content and excerpt as they were typed */
	private static array $texts = [];

	public function register(): void {
		add_filter('get_post_metadata', [$this, 'meta'], 10, 3);
		add_filter('get_the_terms', [$this, 'terms'], 10, 3);
		add_filter('rest_prepare_revision', [$this, 'revision'], 10, 2);
		add_filter('rest_request_after_callbacks', [$this, 'revisions'], 10, 3);
		foreach (['post', 'page'] as $type) {
			add_filter("rest_prepare_$type", [$this, 'article'], 15, 2);
		}
		add_action('save_post', static function ($id): void {
			if (wp_is_post_revision((int) $id) === false) {
				self::forget((int) $id);
			}
		});
	}

	/**
	 * Stores what a form holds.
	 *
	 * @param array<string, mixed> $fields values by name, '' for an empty field
	 * @param array<string, int[]> $terms
	 * @param array<string, string> $texts
	 */
	public static function keep(int $id, array $fields, array $terms, int $picture, array $texts): void {
		$meta = ['_thumbnail_id' => $picture > 0 ? $picture : ''];
		foreach ($fields as $name => $value) {
			$meta[Meta::key($name)] = $value;
		}
		set_transient(self::TRANSIENT . $id, ['meta' => $meta, 'terms' => $terms, 'texts' => $texts], Token::LIFE);
	}

	/** Removes them when the post is saved. */
	public static function forget(int $id): void {
		delete_transient(self::TRANSIENT . $id);
	}

	/** Shows the unsaved changes of a post in this request; 0 shows what is saved. */
	public static function show(int $id): void {
		$kept        = $id > 0 ? get_transient(self::TRANSIENT . $id) : false;
		self::$post  = is_array($kept) ? $id : 0;
		self::$meta  = is_array($kept) ? $kept['meta'] : [];
		self::$terms = is_array($kept) ? $kept['terms'] : [];
		self::$texts = is_array($kept) ? $kept['texts'] : [];
	}

	/**
	 * A text in the form, else the saved one.
	 *
	 * @param string $name post_title, post_content or post_excerpt
	 */
	public static function text(WP_Post $post, string $name): string {
		return $post->ID === self::$post && isset(self::$texts[$name]) ? self::$texts[$name] : (string) $post->$name;
	}

	/**
	 * @param mixed $value
	 * @return mixed
	 */
	public function meta($value, $id, $key) {
		return self::$post > 0 && (int) $id === self::$post && array_key_exists((string) $key, self::$meta) ? [self::$meta[$key]] : $value;
	}

	/**
	 * @param mixed $terms
	 * @return mixed
	 */
	public function terms($terms, $id, $taxonomy) {
		if (self::$post === 0 || (int) $id !== self::$post || !isset(self::$terms[$taxonomy])) {
			return $terms;
		}
		$found = array_map(static fn(int $term) => get_term($term, (string) $taxonomy), self::$terms[$taxonomy]);
		return array_values(array_filter($found, static fn($term): bool => $term instanceof \WP_Term));
	}

	/** A revision of a property has English texts: in another language it has the translation, which is a field. */
	public function revision($response, WP_Post $revision) {
		$parent   = get_post($revision->post_parent);
		$language = Request::language();
		if (!$parent instanceof WP_Post || !PostTypes::isPropertyType($parent->post_type) || $language === Languages::FALLBACK) {
			return $response;
		}
		$data = $response->get_data();
		foreach (['title' => 'title', 'content' => 'description'] as $part => $field) {
			if (isset($data[$part]['rendered'])) {
				$data[$part]['rendered'] = Words::ofPost($parent->ID, $field)[$language] ?? '';
			}
		}
		$response->set_data($data);
		return $response;
	}

	/**
	 * The revisions of a post or page with unsaved changes: one, with these changes. has_fields tells the site
	 * that the revision has the fields and the picture too.
	 */
	public function revisions($response, $handler, WP_REST_Request $request) {
		$post = $this->shown();
		if ($post === null || !$response instanceof WP_REST_Response || preg_match("#^/wp/v2/\\w+/{$post->ID}/revisions$#", $request->get_route()) !== 1) {
			return $response;
		}
		$terms = [];
		foreach ($post->post_type === 'post' ? self::ARTICLE_TERMS : [] as $taxonomy => $name) {
			$found        = get_the_terms($post->ID, $taxonomy);
			$terms[$name] = is_array($found) ? wp_list_pluck($found, 'term_id') : [];
		}
		$response->set_data([self::rendered($post) + $terms + [
			'id' => $post->ID, 'parent' => $post->ID, 'slug' => $post->ID . '-unsaved', 'has_fields' => true,
			'acf' => ArticleFields::acf($post->ID), 'featured_image' => Images::one((int) get_post_thumbnail_id($post->ID)),
		]]);
		return $response;
	}

	/** A draft has its unsaved texts. */
	public function article($response, WP_Post $post) {
		$shown = $this->shown();
		if ($shown !== null && $shown->ID === $post->ID) {
			$response->set_data(self::rendered($shown) + $response->get_data());
		}
		return $response;
	}

	/** The post or page whose unsaved changes this request shows, with its unsaved texts; null for none. */
	private function shown(): ?WP_Post {
		$saved = self::$post > 0 ? get_post(self::$post) : null;
		if (!$saved instanceof WP_Post || PostTypes::isPropertyType($saved->post_type)) {
			return null;
		}
		$post = clone $saved;
		foreach (['post_title', 'post_content', 'post_excerpt'] as $name) {
			$post->$name = self::text($saved, $name);
		}
		return $post;
	}

	/** @return array<string, array{rendered: string}> the texts as WordPress renders them */
	private static function rendered(WP_Post $post): array {
		$before          = $GLOBALS['post'] ?? null;
		$GLOBALS['post'] = $post; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- restored below.
		setup_postdata($post);
		$excerpt = $post->post_type === 'post' || trim($post->post_excerpt) !== '' ? apply_filters('the_excerpt', apply_filters('get_the_excerpt', $post->post_excerpt, $post)) : '';
		$texts   = ['title' => apply_filters('the_title', $post->post_title, $post->ID), 'content' => apply_filters('the_content', $post->post_content), 'excerpt' => $excerpt];
		$GLOBALS['post'] = $before; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- as above.
		return array_map(static fn($text): array => ['rendered' => trim((string) $text)], $texts);
	}

	/**
	 * The categories and tags of a form. The block editor sends ids; the classic editor sends tags as names.
	 *
	 * @param array<string, mixed> $sent ids or names by taxonomy
	 * @return array<string, int[]>
	 */
	public static function articleTerms(array $sent): array {
		$terms = [];
		foreach (array_intersect_key($sent, self::ARTICLE_TERMS) as $taxonomy => $values) {
			if (is_string($values)) {
				$named  = static fn(string $name): int => (int) (get_term_by('name', trim($name), $taxonomy)->term_id ?? 0);
				$values = array_map($named, explode(',', $values));
			}
			$terms[$taxonomy] = array_values(array_unique(array_filter(array_map('absint', (array) $values))));
		}
		return $terms;
	}

	/**
	 * The terms of a form, places with their parents.
	 *
	 * @param array<string, mixed> $sent term ids by taxonomy
	 * @return array<string, int[]>
	 */
	public static function termsOf(string $type, array $sent): array {
		$terms = [];
		foreach (Taxonomies::of($type) as $taxonomy) {
			if (!isset($sent[$taxonomy])) {
				continue;
			}
			$ids = array_values(array_filter(array_map('absint', (array) $sent[$taxonomy])));
			foreach ($taxonomy === Taxonomies::LOCATION ? $ids : [] as $id) {
				$ids = array_merge(array_reverse(get_ancestors($id, $taxonomy, 'taxonomy')), $ids);
			}
			$terms[$taxonomy] = array_values(array_unique($ids));
		}
		return $terms;
	}
}
