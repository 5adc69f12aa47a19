<?php
/**
 * The resolution of addresses.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

use Estate\Content\PostTypes;
use Estate\Fields\Meta;
use Estate\Module;

/** Resolves addresses to content of their language. The site requests redirects of old links here. */
final class Routing implements Module {

	public function register(): void {
		add_filter('request', [$this, 'request']);
		// A guess by the start of a slug would redirect visitors to other content.
		add_filter('do_redirect_guess_404_permalink', '__return_false');
	}

	/**
	 * Selects the post or page of the language.
	 *
	 * @param array<string, mixed> $query
	 * @return array<string, mixed>
	 */
	public function request(array $query): array {
		if (is_admin() || isset($query['rest_route']) || isset($query['preview'])) {
			return $query;
		}
		$type = (string) ($query['post_type'] ?? '');
		if (PostTypes::isPropertyType($type) && isset($query['name'])) {
			return self::property($query, $type);
		}
		$chosen = self::byPath(Request::path());
		if ($chosen > 0) {
			return self::only($chosen);
		}
		$slug = basename((string) ($query['pagename'] ?? $query['name'] ?? ''));
		if ($slug === '' || isset($query['attachment'])) {
			return $query;
		}
		$found = self::bySlug($slug, (string) ($query['pagename'] ?? ''));
		return $found > 0 ? self::only($found) : $query;
	}

	/** @param array<string, mixed> $query */
	private static function property(array $query, string $type): array {
		$id = Slugs::propertyBySlug($type, (string) $query['name'], Request::language());
		if ($id > 0) {
			$query['name'] = $query[$type] = (string) get_post_field('post_name', $id);
		}
		return $query;
	}

	/** The post or page with this custom address. */
	private static function byPath(string $path): int {
		$found = get_posts(Providers::current()->narrowPosts([
			'post_type' => ['post', 'page'], 'post_status' => 'publish', 'numberposts' => 1, 'fields' => 'ids',
			'meta_query' => [['key' => Meta::key(Links::PATH), 'value' => '/' . trim($path, '/') . '/']],
		], Request::language()));
		return (int) ($found[0] ?? 0);
	}

	/** Of several posts with this slug the one with the language of the request, 0 if there is only one. */
	private static function bySlug(string $slug, string $pagename): int {
		$found = get_posts([
			'post_type' => $pagename !== '' ? ['page', 'post'] : ['post', 'page'], 'name' => $slug, 'post_status' => 'publish',
			'numberposts' => 20, 'fields' => 'ids', 'suppress_filters' => true,
		]);
		if (count($found) < 2) {
			return 0;
		}
		$path = untrailingslashit(Languages::prefix(Request::language()) . Request::path());
		foreach ($found as $id) {
			if (untrailingslashit(Links::path((string) get_permalink((int) $id))) === $path) {
				return (int) $id;
			}
		}
		return 0;
	}

	/** @return array<string, mixed> */
	private static function only(int $id): array {
		return get_post_type($id) === 'page' ? ['page_id' => $id] : ['p' => $id];
	}
}
