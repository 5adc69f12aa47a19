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

/**
 * Keeps the fields of a form when an editor presses the preview button. The classic editor sends its form as
 * WordPress does; in the block editor a script (assets/preview.js) sends the fields and asks for the address.
 */
final class PreviewForm implements Module {

	public const ACTION = 'estate_preview';

	public function register(): void {
		add_action('admin_action_editpost', function (): void {
			// phpcs:ignore WordPress.Security.NonceVerification.Missing -- keep checks the nonce.
			if (($_POST['wp-preview'] ?? '') === 'dopreview') {
				$this->keep();
			}
		});
		add_action('wp_ajax_' . self::ACTION, [$this, 'send']);
	}

	/** Answers the block editor with the address of the preview. */
	public function send(): void {
		$post = $this->keep();
		if ($post === null) {
			wp_send_json_error(null, 403);
		}
		wp_send_json_success(['link' => get_preview_post_link($post)]);
	}

	/**
	 * Keeps the form that the request sends.
	 *
	 * @return WP_Post|null its post, null for a form that the user may not send
	 */
	public function keep(): ?WP_Post {
		// phpcs:disable WordPress.Security.NonceVerification.Missing,WordPress.Security.ValidatedSanitizedInput -- Box::values checks nonce and capability, and cleans.
		$post = get_post(absint($_POST['post_ID'] ?? 0));
		if (!$post instanceof WP_Post || !isset(PostTypes::ENDPOINTS[$post->post_type])) {
			return null;
		}
		$is_property = PostTypes::isPropertyType($post->post_type);
		$fields      = [];
		foreach ($is_property ? [new PropertyBoxes(), new TranslationFields()] : [new ArticleBox(), new SectionsBox()] as $box) {
			$sent = $box->values($post);
			if ($sent === null) {
				return null;
			}
			$fields += $sent;
		}
		Unsaved::keep(
			$post->ID, $fields,
			self::terms($post->post_type),
			(int) ($_POST['_thumbnail_id'] ?? get_post_thumbnail_id($post)),
			[
				'post_title'   => sanitize_text_field(wp_unslash($_POST['post_title'] ?? $post->post_title)),
				'post_content' => self::markup(wp_unslash($_POST['content'] ?? $post->post_content)),
				'post_excerpt' => self::markup(wp_unslash($_POST['excerpt'] ?? $post->post_excerpt)),
			]
		);
		// phpcs:enable
		return $post;
	}

	/** @return array<string, int[]> the terms of the form by taxonomy */
	private static function terms(string $type): array {
		// phpcs:disable WordPress.Security.NonceVerification.Missing,WordPress.Security.ValidatedSanitizedInput -- as in keep.
		$sent = (array) wp_unslash($_POST['tax_input'] ?? []);
		if (PostTypes::isPropertyType($type)) {
			return Unsaved::termsOf($type, $sent);
		}
		$categories = isset($_POST['post_category']) ? ['category' => (array) $_POST['post_category']] : []; // of the classic editor
		// phpcs:enable
		return $type === 'post' ? Unsaved::articleTerms($sent + $categories) : [];
	}

	/** Markup as WordPress would save it for this user. */
	private static function markup(string $sent): string {
		return current_user_can('unfiltered_html') ? $sent : wp_kses_post($sent);
	}
}
