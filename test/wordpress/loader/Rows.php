<?php

declare(strict_types=1);

namespace EstateFixture;

/** Inserts rows directly: the functions of WordPress would change dates and statuses. */
final class Rows {

	/** @param array<string, mixed> $head */
	public static function post(array $head, array $more): int {
		global $wpdb;
		$row = $more + [
			'ID' => $head['id'], 'post_type' => $head['type'], 'post_status' => $head['status'], 'post_name' => $head['slug'],
			'post_author' => 0, 'post_parent' => 0, 'post_title' => '', 'post_content' => '', 'post_excerpt' => '',
			'comment_status' => 'closed', 'ping_status' => 'closed', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '',
		] + self::dates($head);
		$row['guid'] = home_url('/?p=' . $row['ID']);
		$wpdb->insert($wpdb->posts, $row);
		return (int) $row['ID'];
	}

	/** @param array<string, mixed> $head */
	public static function dates(array $head): array {
		$date     = self::time((string) ($head['date'] ?? ''));
		$modified = self::time((string) ($head['modified'] ?? ''));
		return [
			'post_date' => get_date_from_gmt($date), 'post_date_gmt' => $date,
			'post_modified' => get_date_from_gmt($modified), 'post_modified_gmt' => $modified,
		];
	}

	/** Sets fields of the plugin. Empty values are skipped. */
	public static function fields(int $id, array $fields): void {
		global $wpdb;
		foreach ($fields as $name => $value) {
			if ($value === '' || $value === null || $value === [] || $value === false || $value === 0) {
				continue;
			}
			$wpdb->insert($wpdb->postmeta, ['post_id' => $id, 'meta_key' => \Estate\Fields\Meta::key($name), 'meta_value' => maybe_serialize($value === true ? '1' : $value)]);
		}
	}

	public static function meta(int $id, string $key, $value): void {
		global $wpdb;
		$wpdb->insert($wpdb->postmeta, ['post_id' => $id, 'meta_key' => $key, 'meta_value' => maybe_serialize($value)]);
	}

	/** @param int[] $ids terms by id, in their order */
	public static function file(int $post, string $taxonomy, array $ids): void {
		global $wpdb;
		foreach (array_values($ids) as $i => $id) {
			$tt = (int) $wpdb->get_var($wpdb->prepare("SELECT term_taxonomy_id FROM $wpdb->term_taxonomy WHERE term_id = %d AND taxonomy = %s", $id, $taxonomy));
			if ($tt > 0) {
				$wpdb->replace($wpdb->term_relationships, ['object_id' => $post, 'term_taxonomy_id' => $tt, 'term_order' => $i + 1]);
			}
		}
	}

	/** A text whose pictures of the site are those of the uploads, as an editor inserts them. */
	public static function uploaded(string $text): string {
		$uploads = wp_get_upload_dir()['baseurl'];
		return (string) preg_replace('#(^|["\'(\s])/media/(?=[\w.-]+\.(?:jpe?g|png|svg|webp|avif)\b)#', '$1' . $uploads . '/media/', $text);
	}

	/** A title as the editor's form saves it. */
	public static function title(string $text): string {
		return htmlspecialchars($text, ENT_NOQUOTES | ENT_HTML5, 'UTF-8');
	}

	/** Converts "2024-05-01T10:00:00Z" to the format of the database. */
	private static function time(string $date): string {
		return $date === '' ? '0000-00-00 00:00:00' : gmdate('Y-m-d H:i:s', (int) strtotime($date));
	}
}
