<?php
/**
 * Languages stored by WPML.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

/** Reads languages from WPML by its documented filters and actions. */
final class Wpml implements Provider {

	/** Reports whether WPML is active. */
	public static function isActive(): bool {
		return defined('ICL_SITEPRESS_VERSION');
	}

	public function name(): string {
		return 'WPML';
	}

	public function isOwn(): bool {
		return false;
	}

	public function ofPost(int $id): string {
		return $this->language($id, (string) get_post_type($id));
	}

	public function translationsOfPost(int $id): array {
		return $this->translations($id, (string) get_post_type($id));
	}

	public function ofTerm(int $id): string {
		return $this->language(...self::element($id));
	}

	public function translationsOfTerm(int $id): array {
		return $this->translations($id, self::element($id)[1]);
	}

	/** WPML filters queries by the current language if suppress_filters is off. */
	public function narrowPosts(array $args, string $language): array {
		do_action('wpml_switch_language', $language);
		return ['suppress_filters' => false] + $args;
	}

	public function narrowTerms(array $args, string $language): array {
		do_action('wpml_switch_language', $language);
		return $args;
	}

	private function language(int $id, string $type): string {
		$details = (array) apply_filters('wpml_element_language_details', [], ['element_id' => $id, 'element_type' => $type]);
		$code    = (string) ($details['language_code'] ?? '');
		return $code === '' ? Languages::standard() : Languages::known($code);
	}

	/** @return array<string, int> */
	private function translations(int $id, string $type): array {
		$translations = [];
		foreach (Languages::filled() as $language) {
			$translation = (int) apply_filters('wpml_object_id', $id, $type, false, $language);
			if ($translation > 0 && $translation !== $id) {
				$translations[$language] = $translation;
			}
		}
		return $translations;
	}

	/** @return array{int, string} id and element type of a term for WPML */
	private static function element(int $id): array {
		$term = get_term($id);
		return [$id, $term instanceof \WP_Term ? $term->taxonomy : 'category'];
	}
}
