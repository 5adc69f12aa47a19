<?php
/**
 * The languages of the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

use Estate\Settings\Settings;

/** Knows which languages there are and how they stand in an address. */
final class Languages {

	/** The language without a folder, to which everything falls back. */
	public const FALLBACK = 'en';

	/** The languages that the site knows, each named in itself. */
	public const DECLARED = [
		'en' => 'English',
		'es' => 'Español',
		'ru' => 'Русский',
		'fr' => 'Français',
		'de' => 'Deutsch',
	];

	/**
	 * The languages that have content, in the order of the switcher.
	 *
	 * @return string[]
	 */
	public static function filled(): array {
		$chosen = (array) Settings::get('languages', ['en', 'es']);
		return array_values(array_intersect(array_keys(self::DECLARED), array_merge([self::FALLBACK], $chosen)));
	}

	/**
	 * The languages beside the fallback.
	 *
	 * @return string[]
	 */
	public static function others(): array {
		return array_values(array_diff(self::filled(), [self::FALLBACK]));
	}

	/** The folder of a language, "" for the fallback. */
	public static function prefix(string $language): string {
		return $language === self::FALLBACK ? '' : '/' . $language;
	}

	/** The language itself if it is filled, else the fallback. */
	public static function known(string $language): string {
		return in_array($language, self::filled(), true) ? $language : self::FALLBACK;
	}

	/** The language of content that names none. */
	public static function standard(): string {
		return self::known((string) Settings::get('default_language', self::FALLBACK));
	}
}
