<?php
/**
 * Slugs that WordPress does not remember.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Redirects;

use Estate\Content\PostTypes;
use Estate\Fields\Meta;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Module;
use WP_Post;

/** Stores former slugs of published content: those of properties per language, those of pages, and former links of pages below another one. */
final class FormerSlugs implements Module {

	/** The meta field with the former slugs of a language. */
	public static function key(string $language): string {
		return Meta::key('old_slug_' . $language);
	}

	/** The meta field with the former links of a page that had another parent, or whose parent had another slug. */
	public static function linkKey(): string {
		return Meta::key('old_link');
	}

	public function register(): void {
		add_action('update_post_meta', [$this, 'slug'], 10, 3);
		add_action('delete_post_meta', [$this, 'slug'], 10, 3);
		add_action('post_updated', [$this, 'page'], 10, 3);
	}

	/**
	 * Stores the slug of a language that is about to change.
	 *
	 * @param int|int[] $meta
	 */
	public function slug($meta, int $id, string $key): void {
		foreach (Languages::others() as $language) {
			if ($key === Meta::key('slug_' . $language) && PostTypes::isPropertyType((string) get_post_type($id)) && get_post_status($id) === 'publish') {
				self::add($id, self::key($language), Meta::text($id, 'slug_' . $language));
			}
		}
	}

	/** Stores the former slug or link of a page, and the former links of the pages below it. WordPress stores slugs of other types only. */
	public function page(int $id, WP_Post $after, WP_Post $before): void {
		if ($after->post_type !== 'page' || $before->post_status !== 'publish' || $after->post_name === $before->post_name && $after->post_parent === $before->post_parent) {
			return;
		}
		if ($after->post_name !== $before->post_name) {
			self::add($id, '_wp_old_slug', $before->post_name);
			delete_post_meta($id, '_wp_old_slug', $after->post_name);
		}
		$former = ($before->post_parent > 0 ? get_page_uri($before->post_parent) . '/' : '') . $before->post_name;
		$uri    = (string) get_page_uri($id);
		if ($after->post_parent !== $before->post_parent) {
			self::addLink($id, $uri, $former);
		}
		foreach (self::below($id) as $page) {
			self::addLink($page, $uri, $former);
		}
	}

	/** @return int[] the published pages below a page, on all levels */
	public static function below(int $id): array {
		return array_map('intval', wp_list_pluck(get_pages(['child_of' => $id, 'hierarchical' => false]) ?: [], 'ID'));
	}

	/** Stores the link that a page had when the path of a page above it, or its own, was another one. */
	private static function addLink(int $id, string $uri, string $former): void {
		$link = Links::path((string) get_permalink($id));
		$own  = get_page_uri($id) . '/';
		if (str_ends_with($link, '/' . $own)) {
			self::add($id, self::linkKey(), substr($link, 0, -strlen($own)) . $former . substr($own, strlen($uri)));
		}
	}

	private static function add(int $id, string $key, string $slug): void {
		if ($slug !== '' && !in_array($slug, (array) get_post_meta($id, $key), true)) {
			add_post_meta($id, $key, wp_slash($slug));
		}
	}
}
