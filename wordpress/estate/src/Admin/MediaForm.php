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
		return $fields;
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
		return $post;
	}
}
