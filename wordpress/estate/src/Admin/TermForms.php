<?php
/**
 * The forms of terms.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\Taxonomies;
use Estate\Content\TermIds;
use Estate\Fields\Words;
use Estate\Language\Languages;
use Estate\Language\Own;
use Estate\Language\Providers;
use Estate\Module;
use WP_Term;

/** Edits translations and order of property terms, and the language of categories and tags. */
final class TermForms implements Module {

	private const NONCE = 'estate_term';

	public function register(): void {
		foreach (array_merge(Taxonomies::ALL, ['category', 'post_tag']) as $taxonomy) {
			add_action("{$taxonomy}_add_form_fields", [$this, 'forNew']);
			add_action("{$taxonomy}_edit_form_fields", [$this, 'forOld']);
			add_action("created_$taxonomy", [$this, 'save']);
			add_action("edited_$taxonomy", [$this, 'save']);
		}
	}

	/** Prints the fields for a new term. */
	public function forNew(string $taxonomy): void {
		wp_nonce_field(self::NONCE, 'estate_term_nonce', false);
		foreach ($this->fields($taxonomy, null) as [$id, $label, $print]) {
			printf('<div class="form-field"><label for="%s">%s</label>', esc_attr($id), esc_html($label));
			$print();
			echo '</div>';
		}
	}

	/** Prints the fields for an existing term. */
	public function forOld(WP_Term $term): void {
		foreach ($this->fields($term->taxonomy, $term) as $i => [$id, $label, $print]) {
			printf('<tr class="form-field"><th scope="row"><label for="%s">%s</label></th><td>', esc_attr($id), esc_html($label));
			if ($i === 0) {
				wp_nonce_field(self::NONCE, 'estate_term_nonce', false);
			}
			$print();
			echo '</td></tr>';
		}
	}

	/** Saves the form. */
	public function save($id): void {
		$term  = get_term((int) $id);
		$nonce = isset($_POST['estate_term_nonce']) ? sanitize_text_field(wp_unslash($_POST['estate_term_nonce'])) : '';
		if (!$term instanceof WP_Term || !wp_verify_nonce($nonce, self::NONCE) || !current_user_can('edit_term', $term->term_id)) {
			return;
		}
		$sent = isset($_POST['estate_term']) ? (array) wp_unslash($_POST['estate_term']) : []; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- below.
		if (Taxonomies::isShared($term->taxonomy)) {
			foreach (Languages::others() as $language) {
				self::set($term->term_id, Words::termKey('name', $language), sanitize_text_field((string) ($sent["name_$language"] ?? '')));
				self::set($term->term_id, Words::termKey('description', $language), wp_kses_post((string) ($sent["description_$language"] ?? '')));
			}
			$order = (string) ($sent['order'] ?? '');
			self::set($term->term_id, TermIds::ORDER, $order === '' ? '' : (string) (int) $order);
		} elseif (Providers::current()->isOwn()) {
			$this->saveLanguage($term, $sent);
		}
	}

	/** @return array<int, array{string, string, callable(): void}> id, label and control of each field */
	private function fields(string $taxonomy, ?WP_Term $term): array {
		$read = static fn(string $key): string => $term === null ? '' : (string) get_term_meta($term->term_id, $key, true);
		if (!Taxonomies::isShared($taxonomy)) {
			return Providers::current()->isOwn() ? $this->languageFields($taxonomy, $term, $read) : [];
		}
		$fields = [];
		foreach (Languages::others() as $language) {
			$name     = Words::termKey('name', $language);
			$fields[] = [$name, PropertyForm::named(__('Name', 'estate'), $language), static fn() => printf('<input type="text" id="%1$s" name="estate_term[name_%2$s]" value="%3$s">', esc_attr($name), esc_attr($language), esc_attr($read($name)))];
			$text     = Words::termKey('description', $language);
			$fields[] = [$text, PropertyForm::named(__('Description', 'estate'), $language), static fn() => printf('<textarea id="%1$s" name="estate_term[description_%2$s]" rows="3">%3$s</textarea>', esc_attr($text), esc_attr($language), esc_textarea($read($text)))];
		}
		$fields[] = ['estate-order', __('Position in lists', 'estate'), static fn() => printf('<input type="number" id="estate-order" name="estate_term[order]" value="%s">', esc_attr($read(TermIds::ORDER)))];
		return $fields;
	}

	/** @return array<int, array{string, string, callable(): void}> */
	private function languageFields(string $taxonomy, ?WP_Term $term, callable $read): array {
		$filled = array_intersect_key(Languages::DECLARED, array_flip(Languages::filled()));
		$own    = $term === null ? Languages::standard() : Providers::current()->ofTerm($term->term_id);
		$fields = [['estate-lang', __('Language', 'estate'), static fn() => Choices::select('estate-lang', 'estate_lang', $own, ['' => '—'] + $filled)]];
		foreach ($filled as $language => $name) {
			$id       = 'estate-translation-' . $language;
			$names    = [];
			$others   = get_terms(Providers::current()->narrowTerms(['taxonomy' => $taxonomy, 'hide_empty' => false, 'exclude' => $term === null ? [] : [$term->term_id]], $language));
			foreach (is_array($others) ? $others : [] as $other) {
				$names[$other->term_id] = html_entity_decode($other->name, ENT_QUOTES | ENT_HTML5, 'UTF-8');
			}
			/* translators: %s: a language */
			$fields[] = [$id, sprintf(__('Translation in %s', 'estate'), $name), static fn() => Choices::select($id, "estate_term[translation_$language]", $read(Own::TRANSLATION . $language), $names)];
		}
		return $fields;
	}

	/** @param array<string, mixed> $sent */
	private function saveLanguage(WP_Term $term, array $sent): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- save() checks it.
		$own = Languages::known(isset($_POST['estate_lang']) ? sanitize_key(wp_unslash($_POST['estate_lang'])) : Languages::standard());
		update_term_meta($term->term_id, Own::LANGUAGE, $own);
		foreach (Languages::filled() as $language) {
			$translation = $language === $own ? 0 : absint($sent["translation_$language"] ?? 0);
			self::set($term->term_id, Own::TRANSLATION . $language, $translation > 0 && $translation !== $term->term_id ? (string) $translation : '');
			if ($translation > 0 && $translation !== $term->term_id && current_user_can('edit_term', $translation)) {
				update_term_meta($translation, Own::TRANSLATION . $own, $term->term_id);
			}
		}
	}

	private static function set(int $id, string $key, string $value): void {
		if ($value === '') {
			delete_term_meta($id, $key);
		} else {
			update_term_meta($id, $key, wp_slash($value));
		}
	}
}
