<?php
/**
 * Uninstalls the plugin in a WordPress that is thrown away afterwards, and tells what it left behind.
 *
 *   php uninstall.php SITE_FOLDER
 *
 * @package Estate
 */

declare(strict_types=1);

$_SERVER += ['HTTP_HOST' => '127.0.0.1', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $argv[1] . '/wp-config.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

define('ESTATE_UNINSTALL_CONTENT', true);
deactivate_plugins('estate/estate.php');
define('WP_UNINSTALL_PLUGIN', 'estate/estate.php');
require dirname(__DIR__) . '/uninstall.php';

global $wpdb;
$left = [
	'options' => "SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE 'estate%'",
	'posts'   => "SELECT COUNT(*) FROM $wpdb->posts WHERE post_type IN ('properties', 'developments')",
	'terms'   => "SELECT COUNT(*) FROM $wpdb->term_taxonomy WHERE taxonomy LIKE 's\\_%'",
	'fields'  => "SELECT COUNT(*) FROM $wpdb->postmeta WHERE meta_key LIKE '\\_estate\\_%'",
	'tables'  => "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE '%estate%'",
];
$bad = 0;
foreach ($left as $what => $count) {
	$n = (int) $wpdb->get_var($count);
	if ($n > 0) {
		echo "FAIL uninstalling leaves $n $what\n";
		$bad = 1;
	}
}
echo $bad === 0 ? "ok: uninstalled without a trace\n" : '';
exit($bad);
