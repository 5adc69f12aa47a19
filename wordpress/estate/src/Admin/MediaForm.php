<?php
/**
 * The form of pictures.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Fields\Meta;
use Estate\Language\Languages;
use Estate\Module;
use Estate\Rest\Images;
use WP_Post;

/** Adds title, caption and alternative text in the other languages to pictures of the media library. */
final class MediaForm implements Module {

	private const NAMES = ['title', 'alt', 'caption'];

	public function register(): void {
		add_filter('attachment_fields_to_edit', [$this, 'fields'], 10, 2);
		add_filter('attachment_fields_to_save', [$this, 'save'], 10, 2);
	}

	/**
	 * @param array<string, mixed> $fields
	 * @return array<string, mixed>
	 */
	public function fields(array $fields, WP_Post $post): array {
		$labels = ['title' => __('Title', 'estate'), 'alt' => __('Alternative text', 'estate'), 'caption' => __('Caption', 'estate')];
		foreach (Languages::others() as $language) {
			foreach (self::NAMES as $name) {
				$fields["estate_{$name}_$language"] = [
					'label' => PropertyForm::named($labels[$name], $language), 'input' => 'text', 'value' => Meta::text($post->ID, $name . '_' . $language),
				];
			}
		}
		$fields['estate_label']   = ['label' => __('Shows', 'estate'), 'input' => 'html', 'html' => self::labels($post->ID)];
		$fields['estate_altered'] = [
			'label' => __('Altered', 'estate'), 'input' => 'html',
			'html'  => sprintf(
				'<input type="hidden" name="attachments[%1$d][estate_altered]" value="0"><input type="checkbox" id="attachments-%1$d-estate_altered" name="attachments[%1$d][estate_altered]" value="1"%2$s>',
				$post->ID,
				checked(Meta::text($post->ID, 'altered'), '1', false)
			),
			'helps' => __('Rendered, furnished or changed by a program: it does not show what is there.', 'estate'),
		];
		return $fields;
	}

	/** A select field of what a picture shows. */
	private static function labels(int $id): string {
		$names = [
			'facade' => __('façade', 'estate'), 'living_room' => __('living room', 'estate'), 'kitchen' => __('kitchen', 'estate'),
			'dining_room' => __('dining room', 'estate'), 'bedroom' => __('bedroom', 'estate'), 'bathroom' => __('bathroom', 'estate'),
			'terrace' => __('terrace', 'estate'), 'balcony' => __('balcony', 'estate'), 'garden' => __('garden', 'estate'), 'pool' => __('pool', 'estate'),
			'view' => __('view', 'estate'), 'plan' => __('floor plan', 'estate'), 'entrance' => __('entrance', 'estate'), 'study' => __('study', 'estate'),
			'garage' => __('garage', 'estate'), 'storage' => __('storage room', 'estate'), 'gym' => __('gym', 'estate'),
			'community' => __('communal area', 'estate'), 'surroundings' => __('surroundings', 'estate'), 'map' => __('map', 'estate'),
		];
		ob_start();
		Choices::select("attachments-$id-estate_label", "attachments[$id][estate_label]", Meta::text($id, 'label'), $names);
		return (string) ob_get_clean();
	}

	/**
	 * Saves the form. WordPress has checked nonce and capability.
	 *
	 * @param array<string, mixed> $post
	 * @param array<string, mixed> $sent
	 * @return array<string, mixed>
	 */
	public function save(array $post, array $sent): array {
		foreach (Languages::others() as $language) {
			foreach (self::NAMES as $name) {
				if (isset($sent["estate_{$name}_$language"])) {
					Meta::set((int) $post['ID'], $name . '_' . $language, sanitize_text_field((string) $sent["estate_{$name}_$language"]));
				}
			}
		}
		if (isset($sent['estate_label'])) {
			$label = (string) $sent['estate_label'];
			Meta::set((int) $post['ID'], 'label', in_array($label, Images::LABELS, true) ? $label : '');
		}
		if (isset($sent['estate_altered'])) {
			Meta::set((int) $post['ID'], 'altered', $sent['estate_altered'] === '1' ? '1' : '');
		}
		return $post;
	}
}
