<?php
/**
 * Routes for a replica.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\PostTypes;
use Estate\Language\Languages;
use Estate\Module;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/** Returns versions and languages, and lists all published ids with few queries. */
final class SiteRoutes implements Module {

	private const MAX_IDS = 1000;

	public function register(): void {
		add_action('rest_api_init', static function (): void {
			$open = ['methods' => 'GET', 'permission_callback' => '__return_true'];
			register_rest_route('estate/v1', '/site', $open + ['callback' => [self::class, 'site']]);
			register_rest_route('estate/v1', '/ids', $open + [
				'callback' => [self::class, 'ids'],
				'args'     => ['type' => ['type' => 'string', 'required' => true]] + Paged::params(self::MAX_IDS, self::MAX_IDS),
			]);
		});
	}

	/** @return array<string, mixed> */
	public static function site(): array {
		return [
			'plugin'    => \Estate\VERSION,
			'wordpress' => get_bloginfo('version'),
			'languages' => Languages::filled(),
			'time'      => gmdate('Y-m-d\TH:i:s\Z'),
		];
	}

	/** @return WP_REST_Response|WP_Error pairs of id and modification time, of all languages */
	public static function ids(WP_REST_Request $request) {
		global $wpdb;
		$type = array_search($request['type'], PostTypes::ENDPOINTS, true);
		if ($type === false) {
			return new WP_Error('estate_unknown_type', __('Unknown type.', 'estate'), ['status' => 400]);
		}
		// A file is public if the post it was uploaded to is public.
		$from = $type === 'attachment'
			? "FROM $wpdb->posts p LEFT JOIN $wpdb->posts parent ON parent.ID = p.post_parent
				WHERE p.post_type = %s AND (p.post_status = 'publish' OR p.post_status = 'inherit' AND (parent.ID IS NULL OR parent.post_status = 'publish'))"
			: "FROM $wpdb->posts p WHERE p.post_type = %s AND p.post_status = 'publish'";
		$perPage = (int) $request['per_page'];
		// phpcs:disable WordPress.DB.PreparedSQL -- the condition is constant.
		$total = (int) $wpdb->get_var($wpdb->prepare("SELECT COUNT(*) $from", $type));
		$lines = $wpdb->get_results($wpdb->prepare(
			"SELECT p.ID, p.post_modified_gmt $from ORDER BY p.ID LIMIT %d OFFSET %d", $type, $perPage, ((int) $request['page'] - 1) * $perPage
		));
		// phpcs:enable
		$pairs = array_map(static fn(object $line): array => [(int) $line->ID, str_replace(' ', 'T', $line->post_modified_gmt) . 'Z'], $lines);
		return Paged::respond($pairs, $total, $perPage);
	}
}
