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
use Estate\Language\Slugs;

/** Redirects of old slugs and links: those that WordPress stores, and those of FormerSlugs. */
final class OldSlugs {

	/** Their number. */
	public static function count(): int {
		global $wpdb;
		// phpcs:ignore WordPress.DB.PreparedSQL -- the condition has constants only.
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
		$lines = $wpdb->get_results($wpdb->prepare('SELECT m.post_id, m.meta_key, m.meta_value AS slug, p.post_type ' . self::from() . ' ORDER BY m.meta_id LIMIT %d OFFSET %d', $limit, $offset));
		return array_merge([], ...array_map([self::class, 'pairs'], $lines));
	}

	/**
	 * The pair of a link, such as /es/properties/old/.
	 *
	 * @return array{from: string, to: string, status: int}|null
	 */
	public static function find(string $link): ?array {
		global $wpdb;
		$link  = trailingslashit($link);
		// phpcs:ignore WordPress.DB.PreparedSQL
		$lines = $wpdb->get_results($wpdb->prepare('SELECT m.post_id, m.meta_key, m.meta_value AS slug, p.post_type ' . self::from() . ' AND m.meta_value IN (%s, %s) LIMIT 20', basename($link), $link));
		foreach (array_merge([], ...array_map([self::class, 'pairs'], $lines)) as $pair) {
			if ($pair['from'] === $link) {
				return $pair;
			}
		}
		return null;
	}

	/** @return array<int, array{from: string, to: string, status: int}> the pairs of a line, one for each language */
	private static function pairs(object $line): array {
		if ($line->meta_key === FormerSlugs::linkKey()) {
			$to = Links::path((string) get_permalink((int) $line->post_id));
			return $to === $line->slug || !str_starts_with($to, '/') ? [] : [['from' => $line->slug, 'to' => $to, 'status' => 301]];
		}
		$languages = [''];
		if (PostTypes::isPropertyType($line->post_type)) {
			$languages = array_filter(Languages::filled(), static fn(string $language): bool => in_array($line->meta_key, ['_wp_old_slug', FormerSlugs::key($language)], true));
		}
		$pairs = array_map(static fn(string $language): ?array => self::pair((int) $line->post_id, (string) $line->slug, $language, $line->post_type), $languages);
		return array_values(array_filter($pairs));
	}

	/** @return array{from: string, to: string, status: int}|null null where other content has the link now */
	private static function pair(int $id, string $old, string $language, string $type): ?array {
		$link = static fn(): string => Links::path((string) get_permalink($id));
		$to   = $language === '' ? $link() : Request::in($language, $link);
		$slug = basename(untrailingslashit($to));
		if ($slug === '' || $slug === $old || !str_starts_with($to, '/') || $language !== '' && Slugs::isTaken($type, $old, $language)) {
			return null;
		}
		$from = substr(untrailingslashit($to), 0, -strlen($slug)) . $old . '/';
		return ['from' => $from, 'to' => $to, 'status' => 301];
	}

	private static function from(): string {
		global $wpdb;
		$keys = array_merge(['_wp_old_slug', FormerSlugs::linkKey()], array_map([FormerSlugs::class, 'key'], Languages::others()));
		return "FROM $wpdb->postmeta m JOIN $wpdb->posts p ON p.ID = m.post_id
			WHERE m.meta_key IN ('" . implode("','", array_map('esc_sql', $keys)) . "') AND m.meta_value <> '' AND (m.meta_key <> '_wp_old_slug' OR m.meta_value <> p.post_name)
			AND p.post_status = 'publish' AND p.post_type IN ('post', 'page', 'properties', 'developments')";
	}
}
