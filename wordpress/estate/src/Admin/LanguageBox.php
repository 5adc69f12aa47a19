<?php
/**
 * The language of posts and pages.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Language\Languages;
use Estate\Language\Own;
use Estate\Language\Providers;
use WP_Post;

/** Edits the language of a post or page and its translations, which are linked in both directions. */
final class LanguageBox extends Box {

	protected function boxes(string $type): array {
		return [];
	}

	public function add(string $type, $post): void {
		if (in_array($type, ['post', 'page'], true) && Providers::current()->isOwn()) {
			add_meta_box('estate-language', __('Language', 'estate'), [$this, 'show'], $type, 'side', 'high');
		}
	}

	/** Prints the meta box. */
	public function show(WP_Post $post): void {
		self::sign($post->ID);
		$own = Providers::current()->ofPost($post->ID);
		printf('<p><label class="estate-label" for="estate-lang">%s</label>', esc_html__('Written in', 'estate'));
		Choices::select('estate-lang', 'estate_lang', $own, ['' => '—'] + array_intersect_key(Languages::DECLARED, array_flip(Languages::filled())));
		echo '</p>';
		foreach (Languages::filled() as $language) {
			$id = 'estate-translation-' . $language;
			/* translators: %s: a language */
			printf('<div class="estate-translation" data-language="%s"><span class="estate-label" id="%s-label">%s</span>', esc_attr($language), esc_attr($id), esc_html(sprintf(__('Translation in %s', 'estate'), Languages::DECLARED[$language])));
			Pickers::print($id, 'estate_translation[' . $language . ']', $post->post_type, (string) (get_post_meta($post->ID, Own::TRANSLATION . $language, true) ?: ''), $language);
			echo '</div>';
		}
	}

	public function save($id, WP_Post $post): void {
		$id = (int) $id;
		if (!in_array($post->post_type, ['post', 'page'], true) || !isset($_POST['estate_lang']) || !self::isSent($id) || !Providers::current()->isOwn()) {
			return;
		}
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- isSent checks it.
		$own   = Languages::known(sanitize_key(wp_unslash($_POST['estate_lang'])));
		$translations = isset($_POST['estate_translation']) ? array_map('absint', (array) wp_unslash($_POST['estate_translation'])) : [];
		// phpcs:enable
		update_post_meta($id, Own::LANGUAGE, $own);
		delete_post_meta($id, Own::TRANSLATION . $own);
		foreach (array_diff(Languages::filled(), [$own]) as $language) {
			$this->join($id, $own, $translations[$language] ?? 0, $language);
		}
	}

	/** Links two translations in both directions, and unlinks a former one. */
	private function join(int $id, string $own, int $translation, string $language): void {
		$before = (int) get_post_meta($id, Own::TRANSLATION . $language, true);
		if ($before > 0 && $before !== $translation && (int) get_post_meta($before, Own::TRANSLATION . $own, true) === $id && current_user_can('edit_post', $before)) {
			delete_post_meta($before, Own::TRANSLATION . $own);
		}
		if ($translation === 0 || $translation === $id || get_post_type($translation) !== get_post_type($id)) {
			delete_post_meta($id, Own::TRANSLATION . $language);
			return;
		}
		update_post_meta($id, Own::TRANSLATION . $language, $translation);
		if (current_user_can('edit_post', $translation)) {
			update_post_meta($translation, Own::TRANSLATION . $own, $id);
		}
	}
}
