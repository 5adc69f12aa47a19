<?php
/**
 * Former slugs.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Redirects;

use Estate\Content\PostTypes;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Request;

/** Lists redirects of the old slugs that WordPress stores when a slug changes. */
final class OldSlugs {

	/** Their number. */
	public static function count(): int {
		global $wpdb;
		// phpcs:ignore WordPress.DB.PreparedSQL -- the condition is constant.
		return (int) $wpdb->get_var('SELECT COUNT(*) ' . self::from());
	}

	/**
	 * A slice of the list, as pairs of links.
	 *
	 * @return array<int, array{from: string, to: string, status: int}>
	 */
	public static function slice(int $offset, int $limit): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.PreparedSQL
		$lines = $wpdb->get_results($wpdb->prepare('SELECT m.post_id, m.meta_value AS slug, p.post_type ' . self::from() . ' ORDER BY m.meta_id LIMIT %d OFFSET %d', $limit, $offset));
		$pairs = [];
		foreach ($lines as $line) {
			foreach (PostTypes::isPropertyType($line->post_type) ? Languages::filled() : [''] as $language) {
				$pairs[] = self::pair((int) $line->post_id, (string) $line->slug, $language);
			}
		}
		return array_values(array_filter($pairs));
	}

	/** @return array{from: string, to: string, status: int}|null */
	private static function pair(int $id, string $old, string $language): ?array {
		$link = static fn(): string => Links::path((string) get_permalink($id));
		$to   = $language === '' ? $link() : Request::in($language, $link);
		$slug = basename(untrailingslashit($to));
		if ($slug === '' || $slug === $old || !str_starts_with($to, '/')) {
			return null;
		}
		$from = substr(untrailingslashit($to), 0, -strlen($slug)) . $old . '/';
		return ['from' => $from, 'to' => $to, 'status' => 301];
	}

	private static function from(): string {
		global $wpdb;
		return "FROM $wpdb->postmeta m JOIN $wpdb->posts p ON p.ID = m.post_id
			WHERE m.meta_key = '_wp_old_slug' AND m.meta_value <> '' AND m.meta_value <> p.post_name AND p.post_status = 'publish'
			AND p.post_type IN ('post', 'page', 'properties', 'developments')";
	}
}
