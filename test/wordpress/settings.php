<?php
/**
 * Changes settings of the plugin.
 *
 *   php settings.php SITE_FOLDER NAME=VALUE…
 */

declare(strict_types=1);

[, $site] = $argv;
$_SERVER += ['HTTP_HOST' => '127.0.0.1', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $site . '/wp-config.php';

$settings = (array) get_option('estate_settings', []);
foreach (array_slice($argv, 2) as $pair) {
	[$name, $value]  = explode('=', $pair, 2);
	$settings[$name] = $value;
}
update_option('estate_settings', $settings);
