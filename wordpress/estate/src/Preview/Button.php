<?php
/**
 * The preview button.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Preview;

use Estate\Content\PostTypes;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Providers;
use Estate\Module;
use Estate\Settings\Settings;
use WP_Post;

/** Makes the preview button of WordPress open the preview of the site. */
final class Button implements Module {

	public function register(): void {
		add_filter('preview_post_link', [$this, 'link'], 20, 2);
	}

	/** The address of a preview on the site; that of WordPress when the site is not set. */
	public function link(string $link, WP_Post $post): string {
		$token = isset(PostTypes::ENDPOINTS[$post->post_type]) && current_user_can('edit_post', $post->ID) ? Token::make($post->ID, time()) : '';
		if (Settings::site() === '' || $token === '') {
			return $link;
		}
		[$path, $query] = $this->address($post);
		return Settings::site() . $path . '?' . http_build_query($query + ['preview' => 'true', 'frontity_source_auth' => 'Bearer ' . $token], '', '&', PHP_QUERY_RFC3986);
	}

	/** @return array{string, array<string, string>} the path and the parameters of the post */
	private function address(WP_Post $post): array {
		$id = (string) $post->ID;
		if ($post->post_status === 'publish') {
			$query = $post->post_type === 'page' ? ['page_id' => $id] : ['p' => $id];
			return [Links::path((string) get_permalink($post)), $query + self::type($post)];
		}
		$language = PostTypes::isPropertyType($post->post_type) ? Languages::FALLBACK : Providers::current()->ofPost($post->ID);
		return [Languages::prefix($language) . '/', ($post->post_type === 'page' ? ['page_id' => $id] : ['p' => $id]) + self::type($post)];
	}

	/** @return array<string, string> */
	private static function type(WP_Post $post): array {
		return PostTypes::isPropertyType($post->post_type) ? ['post_type' => $post->post_type] : [];
	}
}
