<?php
/**
 * Links with the language of their target.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

use Estate\Content\PostTypes;
use Estate\Fields\Meta;
use Estate\Module;
use Estate\Settings\Settings;
use WP_Post;
use WP_Term;

/**
 * Posts, pages, categories and tags have one language: their links have its folder. Properties
 * and other content exist in all languages.
 */
final class Links implements Module {

	/** The meta field of a custom address. */
	public const PATH = 'path';

	public function register(): void {
		add_filter('post_link', [$this, 'post'], 20, 2);
		add_filter('page_link', [$this, 'page'], 20, 2);
		add_filter('term_link', [$this, 'term'], 20, 3);
		add_filter('post_type_link', [$this, 'property'], 20, 2);
		add_filter('option_page_on_front', [$this, 'ofRequest']);
		add_filter('option_page_for_posts', [$this, 'ofRequest']);
	}

	/** An address of this WordPress in another language. Other addresses stay. */
	public static function localise(string $url, string $language): string {
		$base = Request::base();
		if ($url !== $base && !str_starts_with($url, $base . '/')) {
			return $url;
		}
		$rest = substr($url, strlen($base));
		foreach (Languages::others() as $other) {
			$prefix = Languages::prefix($other);
			if ($rest === $prefix || str_starts_with($rest, $prefix . '/')) {
				$rest = substr($rest, strlen($prefix));
				break;
			}
		}
		return $base . Languages::prefix($language) . ($rest === '' ? '/' : $rest);
	}

	/** The path of an address of this WordPress or of the site, such as "/es/blog/". Other addresses stay. */
	public static function path(string $url): string {
		foreach (array_filter([Request::base(), Settings::site()]) as $base) {
			if ($url === $base) {
				return '/';
			}
			if (str_starts_with($url, $base . '/')) {
				return substr($url, strlen($base));
			}
		}
		return $url;
	}

	/** The absolute address of a path. Absolute addresses stay. */
	public static function absolute(string $link): string {
		return str_starts_with($link, '/') && !str_starts_with($link, '//') ? Request::base() . $link : $link;
	}

	public function post(string $url, WP_Post $post): string {
		$language = Providers::current()->ofPost($post->ID);
		return self::chosen($post->ID, $language) ?: self::localise($url, $language);
	}

	public function page(string $url, int $id): string {
		$language = Providers::current()->ofPost($id);
		if ($id === self::specialPage('page_on_front', $language)) {
			return self::localise(Request::base() . '/', $language);
		}
		return self::chosen($id, $language) ?: self::localise($url, $language);
	}

	public function term(string $url, WP_Term $term, string $taxonomy): string {
		if (!in_array($taxonomy, ['category', 'post_tag'], true)) {
			return $url;
		}
		return self::localise($url, Providers::current()->ofTerm($term->term_id));
	}

	/** A property may have a slug per language. */
	public function property(string $url, WP_Post $post): string {
		$slug = PostTypes::isPropertyType($post->post_type) ? Slugs::of($post, Request::language()) : '';
		if ($slug === '' || $slug === $post->post_name || $post->post_name === '') {
			return $url;
		}
		return (string) preg_replace('#/' . preg_quote($post->post_name, '#') . '(/?)$#', '/' . $slug . '$1', $url);
	}

	/** The front page, or the page of posts, in the language of the request. */
	public function ofRequest($page) {
		$page = (int) $page;
		$translation = $page > 0 && Request::language() !== Languages::standard()
			? Providers::current()->translationsOfPost($page)[Request::language()] ?? $page
			: $page;
		return $translation;
	}

	/** The page of an option in a language. */
	private static function specialPage(string $option, string $language): int {
		if (get_option('show_on_front') !== 'page') {
			return 0;
		}
		return (int) Request::in($language, static fn() => get_option($option));
	}

	/** The custom address, "" for none. */
	private static function chosen(int $id, string $language): string {
		$path = Meta::text($id, self::PATH);
		if ($path === '' || get_post_status($id) !== 'publish') {
			return '';
		}
		return Request::base() . Languages::prefix($language) . '/' . ltrim($path, '/');
	}
}
