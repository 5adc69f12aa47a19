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
use Estate\Module;
use WP_Post;

/** Stores former slugs of published content: those of properties per language, and those of pages. */
final class FormerSlugs implements Module {

	/** The meta field with the former slugs of a language. */
	public static function key(string $language): string {
		return Meta::key('old_slug_' . $language);
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

	/** Stores the former slug of a page; WordPress does so for other types only. */
	public function page(int $id, WP_Post $after, WP_Post $before): void {
		if ($after->post_type === 'page' && $before->post_status === 'publish' && $after->post_name !== $before->post_name) {
			self::add($id, '_wp_old_slug', $before->post_name);
			delete_post_meta($id, '_wp_old_slug', $after->post_name);
		}
	}

	private static function add(int $id, string $key, string $slug): void {
		if ($slug !== '' && !in_array($slug, (array) get_post_meta($id, $key), true)) {
			add_post_meta($id, $key, wp_slash($slug));
		}
	}
}
