<?php
/**
 * Slugs per language.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

use Estate\Content\PostTypes;
use Estate\Fields\Meta;
use Estate\Module;
use WP_Post;

/** Allows the same slug in two languages (/blog/, /es/blog/), and a slug per language for properties. */
final class Slugs implements Module {

	public function register(): void {
		add_filter('wp_unique_post_slug', [$this, 'unique'], 10, 6);
		add_filter('wp_unique_term_slug', [$this, 'uniqueTerm'], 10, 3);
	}

	/** The slug of a property in a language. */
	public static function of(WP_Post $post, string $language): string {
		$own = $language === Languages::FALLBACK ? '' : Meta::text($post->ID, 'slug_' . $language);
		return $own !== '' ? $own : $post->post_name;
	}

	/** The property with its own slug in a language, 0 for none. */
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

	/** Reports whether a published property has this slug in a language. */
	public static function isTaken(string $type, string $slug, string $language): bool {
		if (self::propertyBySlug($type, $slug, $language) > 0) {
			return true;
		}
		$found = get_posts(['post_type' => $type, 'name' => $slug, 'post_status' => 'publish', 'numberposts' => 1, 'suppress_filters' => true]);
		return $found !== [] && self::of($found[0], $language) === $slug;
	}

	/** Keeps the wanted slug of a post or page if only other languages have it. */
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

	/** Keeps the wanted slug of a category or tag if only other languages have it. */
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

	/** The language in the form that is saved, else that of the post. */
	private static function languageBeingSaved(int $id): string {
		return self::posted() ?: Providers::current()->ofPost($id);
	}

	private static function posted(): string {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- the handler of the form checks it; here it only selects a slug.
		$language = isset($_POST['estate_lang']) ? sanitize_key(wp_unslash($_POST['estate_lang'])) : '';
		return in_array($language, Languages::filled(), true) ? $language : '';
	}
}
