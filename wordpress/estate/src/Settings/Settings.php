<?php
/**
 * The plugin's own settings.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Settings;

/** Reads the settings of the plugin. */
final class Settings {

	/** The option with all settings. */
	public const OPTION = 'estate_settings';

	/** The minimum length of a secret. */
	public const MIN_SECRET_LENGTH = 16;

	/**
	 * One setting.
	 *
	 * @param mixed $standard the default
	 * @return mixed
	 */
	public static function get(string $name, $standard = '') {
		$all = get_option(self::OPTION, []);
		return is_array($all) && isset($all[$name]) && $all[$name] !== '' ? $all[$name] : $standard;
	}

	/** The address of the site without a final slash; "" when it is not set. */
	public static function site(): string {
		return rtrim((string) self::get('site_url'), '/');
	}

	/** The secret shared with the site; "" when it is not set or too short. */
	public static function secret(): string {
		$secret = defined('ESTATE_SECRET') ? (string) constant('ESTATE_SECRET') : (string) self::get('secret');
		return strlen($secret) >= self::MIN_SECRET_LENGTH ? $secret : '';
	}
}
