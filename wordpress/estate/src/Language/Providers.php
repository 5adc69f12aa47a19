<?php
/**
 * The choice of the language provider.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

/** Finds the provider of languages. */
final class Providers {

	private static ?Provider $current = null;

	/** Polylang or WPML if active, else the field of this plugin. */
	public static function current(): Provider {
		self::$current ??= self::find();
		return self::$current;
	}

	/** Sets another provider, or with null finds it again; for tests and custom plugins. */
	public static function replace(?Provider $provider): void {
		self::$current = $provider;
	}

	private static function find(): Provider {
		/**
		 * Lets a custom plugin provide the languages.
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
