<?php
/**
 * The Instagram feed.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Settings\Instagram;

/** Edits the stored feed: pictures of the media library with captions and links. It requests nothing. */
final class InstagramPage extends Page {

	protected function slug(): string {
		return 'instagram';
	}

	protected function title(): string {
		return 'Instagram';
	}

	protected function body(): void {
		printf('<p>%s</p>', esc_html__('The newest first. A picture is the number of one in the media library; an entry without a picture is left out.', 'estate'));
		$rows = [];
		foreach (Instagram::all() as $entry) {
			$image  = $entry['image'] ?? '';
			$rows[] = [
				'image' => is_array($image) ? (string) ($image['source_url'] ?? '') : (string) $image,
				'caption' => (string) ($entry['caption'] ?? ''), 'permalink' => (string) ($entry['permalink'] ?? ''), 'id' => (string) ($entry['id'] ?? ''),
			];
		}
		Controls::print(self::field(), $rows);
		printf('<p>%s</p>', esc_html__('Pictures to add at the start:', 'estate'));
		Controls::print(new Field('added', Field::PICTURES, __('New pictures', 'estate')), []);
	}

	protected function save(array $sent): array {
		$before = array_column(Instagram::all(), 'image', 'id');
		$feed   = [];
		foreach (Clean::value(new Field('added', Field::PICTURES, ''), $sent['added'] ?? '') as $id) {
			$feed[] = ['id' => 'p' . $id, 'image' => $id, 'caption' => wp_get_attachment_caption($id) ?: '', 'permalink' => ''];
		}
		foreach (Clean::value(self::field(), $sent['feed'] ?? []) as $i => $row) {
			$id    = (string) ($row['id'] ?? '') ?: 'e' . ($i + 1);
			$image = (string) ($row['image'] ?? '');
			$old   = $before[$id] ?? null;
			// A picture stored by its address keeps its size.
			$row['image'] = ctype_digit($image) ? (int) $image : (is_array($old) && ($old['source_url'] ?? '') === $image ? $old : $image);
			$feed[]       = ['id' => $id] + $row;
		}
		update_option(Instagram::OPTION, array_slice($feed, 0, Instagram::MAX_COUNT), false);
		return [];
	}

	private static function field(): Field {
		return new Field('feed', Field::ROWS, __('Entries', 'estate'), '', [
			new Field('image', Field::TEXT, __('Picture', 'estate')), new Field('caption', Field::TEXT, __('Caption', 'estate')),
			new Field('permalink', Field::URL, __('Link', 'estate')), new Field('id', Field::TEXT, __('Id', 'estate')),
		]);
	}
}
