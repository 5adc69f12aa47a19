<?php
/**
 * Plugin Name:       Estate
 * Description:       Properties, developments and everything else that the Estate website shows: content types, fields, filters, languages, previews and notices of change.
 * Version:           1.2.0
 * Requires at least: 6.1
 * Requires PHP:      8.0
 * Author:            Zero Real Estate
 * License:           GPL-2.0-or-later
 * Text Domain:       estate
 * Domain Path:       /languages
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate;

if (!defined('ABSPATH')) {
	exit;
}

const VERSION = '1.2.0';
const FILE    = __FILE__;

spl_autoload_register(
	static function (string $class): void {
		if (!str_starts_with($class, __NAMESPACE__ . '\\')) {
			return;
		}
		$file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen(__NAMESPACE__) + 1)) . '.php';
		if (is_file($file)) {
			require $file;
		}
	}
);

register_activation_hook(__FILE__, [Setup::class, 'activate']);
register_deactivation_hook(__FILE__, [Setup::class, 'deactivate']);

Plugin::boot();
