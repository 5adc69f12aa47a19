<?php
/**
 * Languages stored by Polylang.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

/** Reads languages from Polylang by its documented functions. */
final class Polylang implements Provider {

	/** Reports whether Polylang is active. */
	public static function isActive(): bool {
		return function_exists('pll_get_post_language') && function_exists('pll_get_post_translations')
			&& function_exists('pll_get_term_language') && function_exists('pll_get_term_translations');
	}

	public function name(): string {
		return 'Polylang';
	}

	public function isOwn(): bool {
		return false;
	}

	public function ofPost(int $id): string {
		return self::known(pll_get_post_language($id));
	}

	public function translationsOfPost(int $id): array {
		return self::others((array) pll_get_post_translations($id), $id);
	}

	public function ofTerm(int $id): string {
		return self::known(pll_get_term_language($id));
	}

	public function translationsOfTerm(int $id): array {
		return self::others((array) pll_get_term_translations($id), $id);
	}

	/** Polylang filters queries by the query variable "lang". */
	public function narrowPosts(array $args, string $language): array {
		return ['lang' => $language] + $args;
	}

	public function narrowTerms(array $args, string $language): array {
		return ['lang' => $language] + $args;
	}

	/** Polylang returns false for content without a language. */
	private static function known($language): string {
		return is_string($language) && $language !== '' ? Languages::known($language) : Languages::standard();
	}

	/** @return array<string, int> */
	private static function others(array $translations, int $id): array {
		$others = [];
		foreach ($translations as $language => $translation) {
			if ((int) $translation > 0 && (int) $translation !== $id && in_array($language, Languages::filled(), true)) {
				$others[$language] = (int) $translation;
			}
		}
		return $others;
	}
}
