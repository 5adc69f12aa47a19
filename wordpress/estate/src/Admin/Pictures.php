<?php
/**
 * Controls for pictures.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

/** Prints a control that opens the media library, for one picture or a sortable gallery. */
final class Pictures {

	/** @param int[] $ids */
	public static function print(string $id, string $name, array $ids, bool $many): void {
		$ids = array_values(array_filter($ids));
		printf(
			'<div class="estate-pictures" data-many="%d" role="group" aria-labelledby="%s-label"><input type="hidden" id="%s" name="%s" value="%s"><ul class="estate-thumbs">',
			(int) $many, esc_attr($id), esc_attr($id), esc_attr($name), esc_attr(implode(',', $ids))
		);
		foreach ($ids as $picture) {
			printf('<li data-id="%d" tabindex="0">%s<button type="button" class="estate-drop" aria-label="%s">×</button></li>', (int) $picture, self::thumb($picture), esc_attr__('Remove', 'estate')); // phpcs:ignore WordPress.Security.EscapeOutput -- thumb() is escaped.
		}
		printf('</ul><button type="button" class="button estate-choose">%s</button></div>', esc_html($many ? __('Add pictures', 'estate') : __('Choose a picture', 'estate')));
	}

	private static function thumb(int $id): string {
		$image = wp_get_attachment_image($id, 'thumbnail');
		return $image !== '' ? $image : '<span class="estate-missing">' . esc_html__('Deleted', 'estate') . '</span>';
	}
}
