<?php
/**
 * The language of a request.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

/**
 * Reads the language from the first folder of the address (/es/…) and adds that folder to
 * WordPress's home address. WordPress derives permalink rules, links and the address of the REST
 * API from it.
 */
final class Request {

	private static ?string $language = null;

	private static bool $plain = false;

	/** Adds the hook immediately: it must be active before the query is parsed. */
	public static function register(): void {
		add_filter('option_home', [self::class, 'home'], 20);
	}

	/** The language of this request. */
	public static function language(): string {
		self::$language ??= self::read();
		return self::$language;
	}

	/**
	 * Runs a function with another language of the request.
	 *
	 * @template T
	 * @param callable():T $do
	 * @return T
	 */
	public static function in(string $language, callable $do) {
		$before         = self::language();
		self::$language = $language;
		try {
			return $do();
		} finally {
			self::$language = $before;
		}
	}

	/** The home address without a language and without a final slash. */
	public static function base(): string {
		$before      = self::$plain;
		self::$plain = true;
		try {
			return rtrim((string) get_option('home'), '/');
		} finally {
			self::$plain = $before;
		}
	}

	/** The home address in the language of the request. */
	public static function home($home) {
		if (self::$plain || !is_string($home)) {
			return $home;
		}
		return rtrim($home, '/') . Languages::prefix(self::language());
	}

	/** The path of the request below home address and language, with a leading slash. */
	public static function path(): string {
		[, $path] = self::split();
		return $path;
	}

	/** Reports whether the request is for the REST API. */
	public static function isRest(): bool {
		if (defined('REST_REQUEST') && REST_REQUEST) {
			return true;
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- nothing is done with it.
		return isset($_GET['rest_route']) || preg_match('#^/' . preg_quote(rest_get_url_prefix(), '#') . '(/|$)#', self::path()) === 1;
	}

	private static function read(): string {
		[$language] = self::split();
		return $language;
	}

	/** @return array{string, string} the language and the path below it */
	private static function split(): array {
		$address = isset($_SERVER['REQUEST_URI']) ? (string) wp_unslash($_SERVER['REQUEST_URI']) : '/'; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- only compared.
		$path    = (string) (wp_parse_url('http://host' . (str_starts_with($address, '/') ? $address : '/'), PHP_URL_PATH) ?: '/');
		$folder  = rtrim((string) wp_parse_url(self::base(), PHP_URL_PATH), '/');
		if ($folder !== '' && str_starts_with($path, $folder . '/')) {
			$path = substr($path, strlen($folder));
		}
		foreach (Languages::others() as $language) {
			$prefix = Languages::prefix($language);
			if ($path === $prefix || str_starts_with($path, $prefix . '/')) {
				return [$language, substr($path, strlen($prefix)) ?: '/'];
			}
		}
		return [Languages::FALLBACK, $path];
	}
}
