<?php
/**
 * The plugin's own settings.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Settings;

/** Reads what the administrator has set about the plugin itself. */
final class Settings {

	/** The option that holds them all. */
	public const OPTION = 'estate_settings';

	/** The fewest characters of a secret. */
	public const MIN_SECRET_LENGTH = 16;

	/**
	 * One setting.
	 *
	 * @param mixed $standard what holds where nothing is set
	 * @return mixed
	 */
	public static function get(string $name, $standard = '') {
		$all = get_option(self::OPTION, []);
		return is_array($all) && isset($all[$name]) && $all[$name] !== '' ? $all[$name] : $standard;
	}

	/** The address that visitors see, without a final slash; "" when it is not set. */
	public static function site(): string {
		return rtrim((string) self::get('site_url'), '/');
	}

	/** The secret shared with the site; "" when none is set or it is too short to keep one. */
	public static function secret(): string {
		$secret = defined('ESTATE_SECRET') ? (string) constant('ESTATE_SECRET') : (string) self::get('secret');
		return strlen($secret) >= self::MIN_SECRET_LENGTH ? $secret : '';
	}
}
