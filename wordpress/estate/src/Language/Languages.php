<?php
/**
 * The languages of the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

use Estate\Settings\Settings;

/** Lists the languages and their folders in addresses. */
final class Languages {

	/** The default language, which has no folder. */
	public const FALLBACK = 'en';

	/** The languages that the site supports, with their native names. */
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
	 * The languages except the fallback.
	 *
	 * @return string[]
	 */
	public static function others(): array {
		return array_values(array_diff(self::filled(), [self::FALLBACK]));
	}

	/** The folder of a language with a leading slash, "" for the fallback. */
	public static function prefix(string $language): string {
		return $language === self::FALLBACK ? '' : '/' . $language;
	}

	/** The language if it has content, else the fallback. */
	public static function known(string $language): string {
		return in_array($language, self::filled(), true) ? $language : self::FALLBACK;
	}

	/** The language of content without a language. */
	public static function standard(): string {
		return self::known((string) Settings::get('default_language', self::FALLBACK));
	}
}
