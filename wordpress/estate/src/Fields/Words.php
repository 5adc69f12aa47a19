<?php
/**
 * Texts in several languages.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

use Estate\Language\Languages;
use Estate\Language\Request;

/** Reads and formats texts that exist once per language. */
final class Words {

	/**
	 * The texts of a field: name_en, name_es.
	 *
	 * @return array<string, string> by language, filled ones only
	 */
	public static function ofPost(int $post, string $name): array {
		$words = [];
		foreach (Languages::filled() as $language) {
			$words[$language] = Fields::text($post, $name . '_' . $language);
		}
		return array_filter($words, static fn(string $text): bool => $text !== '');
	}

	/** The meta key of a term's text in a language. */
	public static function termKey(string $name, string $language): string {
		return '_estate_' . $name . '_' . $language;
	}

	/**
	 * The texts of a term or user. WordPress itself has the English text.
	 *
	 * @param callable(string): string $read reads a meta key
	 * @return array<string, string>
	 */
	public static function withEnglish(string $english, string $name, callable $read): array {
		$words = [Languages::FALLBACK => $english];
		foreach (Languages::others() as $language) {
			$words[$language] = $read(self::termKey($name, $language));
		}
		return array_filter($words, static fn(string $text): bool => $text !== '');
	}

	/** The text in a language, else in English. */
	public static function in(array $words, string $language): string {
		return $words[$language] ?? $words[Languages::FALLBACK] ?? '';
	}

	/**
	 * name_en, name_es … as fields of a response.
	 *
	 * @param bool $always includes languages without a text
	 * @return array<string, string>
	 */
	public static function fields(string $name, array $words, bool $always = false): array {
		$fields = [];
		foreach (Languages::filled() as $language) {
			if ($always || isset($words[$language])) {
				$fields[$name . '_' . $language] = $words[$language] ?? '';
			}
		}
		return $fields;
	}

	/**
	 * The text in the language of the request, and once per language.
	 *
	 * @return array<string, string>
	 */
	public static function withDefault(string $name, array $words): array {
		return [$name => self::in($words, Request::language())] + self::fields($name, $words);
	}
}
