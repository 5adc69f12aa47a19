<?php
/**
 * Which plugin keeps the languages.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

/** Finds who keeps the languages of content on this site. */
final class Providers {

	private static ?Provider $current = null;

	/** The one that is there: Polylang or WPML, else the plugin's own field. */
	public static function current(): Provider {
		self::$current ??= self::find();
		return self::$current;
	}

	/** Takes another one, or looks again; for tests and for plugins of the agency's own. */
	public static function replace(?Provider $provider): void {
		self::$current = $provider;
	}

	private static function find(): Provider {
		/**
		 * Lets a plugin of the agency's own keep the languages.
		 *
		 * @param Provider|null $provider
		 */
		$provider = apply_filters('estate_language_provider', null);
		if ($provider instanceof Provider) {
			return $provider;
		}
		if (Polylang::isActive()) {
			return new Polylang();
		}
		return Wpml::isActive() ? new Wpml() : new Own();
	}
}
