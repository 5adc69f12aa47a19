<?php
/**
 * Slugs that may be the same in two languages.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

use Estate\Content\PostTypes;
use Estate\Fields\Meta;
use Estate\Module;
use WP_Post;

/** Lets /blog/ and /es/blog/ share a slug, and homes have one slug in each language. */
final class Slugs implements Module {

	public function register(): void {
		add_filter('wp_unique_post_slug', [$this, 'unique'], 10, 6);
		add_filter('wp_unique_term_slug', [$this, 'uniqueTerm'], 10, 3);
	}

	/** The slug of a home in a language. */
	public static function of(WP_Post $post, string $language): string {
		$own = $language === Languages::FALLBACK ? '' : Meta::text($post->ID, 'slug_' . $language);
		return $own !== '' ? $own : $post->post_name;
	}

	/** The home that has a slug of its own in a language, 0 for none. */
	public static function propertyBySlug(string $type, string $slug, string $language): int {
		if ($language === Languages::FALLBACK || $slug === '') {
			return 0;
		}
		$found = get_posts([
			'post_type' => $type, 'post_status' => 'publish', 'numberposts' => 1, 'fields' => 'ids', 'suppress_filters' => true,
			'meta_key' => Meta::key('slug_' . $language), 'meta_value' => $slug,
		]);
		return (int) ($found[0] ?? 0);
	}

	/** Gives a post or page the slug it asked for, if only another language has it. */
	public function unique(string $slug, int $id, string $status, string $type, int $parent, string $wanted): string {
		global $wpdb;
		if ($slug === $wanted || !in_array($type, ['post', 'page'], true) || !Providers::current()->isOwn()) {
			return $slug;
		}
		$same = $wpdb->get_col($wpdb->prepare(
			"SELECT ID FROM $wpdb->posts WHERE post_name = %s AND ID <> %d AND (post_type = 'attachment' OR post_type = %s AND (post_parent = %d OR %s = 'post'))",
			$wanted, $id, $type, $parent, $type
		));
		$language = self::languageBeingSaved($id);
		foreach ($same as $other) {
			if (get_post_type((int) $other) === 'attachment' || Providers::current()->ofPost((int) $other) === $language) {
				return $slug;
			}
		}
		return $same === [] ? $slug : $wanted;
	}

	/** Gives a category or tag the slug it asked for, if only another language has it. */
	public function uniqueTerm(string $slug, object $term, string $wanted): string {
		if ($slug === $wanted || !in_array($term->taxonomy ?? '', ['category', 'post_tag'], true) || !Providers::current()->isOwn()) {
			return $slug;
		}
		$id       = (int) ($term->term_id ?? 0);
		$language = self::posted() ?: ($id > 0 ? Providers::current()->ofTerm($id) : Languages::standard());
		$same     = get_terms(['taxonomy' => $term->taxonomy, 'slug' => $wanted, 'hide_empty' => false, 'fields' => 'ids']);
		foreach (is_array($same) ? $same : [] as $other) {
			if ((int) $other !== $id && Providers::current()->ofTerm((int) $other) === $language) {
				return $slug;
			}
		}
		return $wanted;
	}

	/** The language that the form being saved names, else the one the post has. */
	private static function languageBeingSaved(int $id): string {
		return self::posted() ?: Providers::current()->ofPost($id);
	}

	private static function posted(): string {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- the form's own handler checks it; here it only chooses a slug.
		$language = isset($_POST['estate_lang']) ? sanitize_key(wp_unslash($_POST['estate_lang'])) : '';
		return in_array($language, Languages::filled(), true) ? $language : '';
	}
}
