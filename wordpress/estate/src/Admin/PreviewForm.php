<?php
/**
 * The form of a preview.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\PostTypes;
use Estate\Module;
use Estate\Preview\Unsaved;
use WP_Post;

/** Keeps the fields of a property's form when an editor presses "Preview Changes". */
final class PreviewForm implements Module {

	public function register(): void {
		add_action('admin_action_editpost', [$this, 'keep']);
	}

	/** Keeps them; WordPress itself then stores title and text as an autosave. */
	public function keep(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Missing,WordPress.Security.ValidatedSanitizedInput -- Box::values checks nonce and capability, and cleans.
		$post = get_post(absint($_POST['post_ID'] ?? 0));
		if (($_POST['wp-preview'] ?? '') !== 'dopreview' || !$post instanceof WP_Post || !PostTypes::isPropertyType($post->post_type)) {
			return;
		}
		$fields = [];
		foreach ([new PropertyBoxes(), new TranslationFields()] as $box) {
			$sent = $box->values($post);
			if ($sent === null) {
				return;
			}
			$fields += $sent;
		}
		Unsaved::keep(
			$post->ID, $fields,
			Unsaved::termsOf($post->post_type, (array) wp_unslash($_POST['tax_input'] ?? [])),
			(int) ($_POST['_thumbnail_id'] ?? get_post_thumbnail_id($post)),
			['post_title' => sanitize_text_field(wp_unslash($_POST['post_title'] ?? $post->post_title)), 'post_content' => wp_kses_post(wp_unslash($_POST['content'] ?? $post->post_content))]
		);
		// phpcs:enable
	}
}
