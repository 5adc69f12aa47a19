<?php
/**
 * Links to the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Preview;

use Estate\Content\PostTypes;
use Estate\Language\Request;
use Estate\Module;
use Estate\Settings\Settings;
use WP_REST_Request;

/**
 * In the screens of editors "View", permalinks and the name of the site lead to the site, where visitors see the
 * content, not to the theme of this WordPress. Addresses in public REST responses stay.
 */
final class SiteLinks implements Module {

	public function register(): void {
		foreach (['post_link', 'page_link', 'post_type_link', 'term_link', 'author_link'] as $filter) {
			add_filter($filter, [$this, 'link'], 99);
		}
		foreach (array_keys(PostTypes::ENDPOINTS) as $type) {
			add_filter("rest_prepare_$type", [$this, 'edited'], 99, 3);
		}
		add_action('admin_bar_menu', [$this, 'bar'], 999);
	}

	/** An address of this WordPress on the site, on an admin screen. */
	public function link(string $url): string {
		return is_admin() && !(defined('REST_REQUEST') && REST_REQUEST) ? self::onSite($url) : $url;
	}

	/** The block editor reads link and permalink from REST. */
	public function edited($response, $post, WP_REST_Request $request) {
		if (($request['context'] ?? '') !== 'edit') {
			return $response;
		}
		$data = $response->get_data();
		foreach (['link', 'permalink_template'] as $name) {
			if (is_string($data[$name] ?? null)) {
				$data[$name] = self::onSite($data[$name]);
			}
		}
		$response->set_data($data);
		return $response;
	}

	/** The name of the site in the admin bar. */
	public function bar(\WP_Admin_Bar $bar): void {
		foreach (is_admin() && Settings::site() !== '' ? ['site-name', 'view-site'] : [] as $id) {
			if ($bar->get_node($id) !== null) {
				$bar->add_node(['id' => $id, 'href' => Settings::site() . '/']);
			}
		}
	}

	/** The address on the site of an address of this WordPress. Other addresses stay. */
	public static function onSite(string $url): string {
		$base = Request::base();
		return Settings::site() !== '' && ($url === $base || str_starts_with($url, $base . '/')) ? Settings::site() . substr($url, strlen($base)) : $url;
	}
}
