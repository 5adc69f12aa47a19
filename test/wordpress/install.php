<?php
/**
 * Installs WordPress and activates the plugin. On a plain site (ESTATE_WORDPRESS_PLAIN=1) there is no plugin.
 *
 *   php install.php SITE_FOLDER [ESTATE_URL]
 */

declare(strict_types=1);

[, $site] = $argv;
$plain    = getenv('ESTATE_WORDPRESS_PLAIN') === '1';

define('WP_INSTALLING', true);
$_SERVER += ['HTTP_HOST' => 'localhost', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $site . '/wp-config.php';

// No e-mail to the administrator and no sample content: these functions are pluggable.
function wp_new_blog_notification(): void {}
function wp_install_defaults(): void {}

require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

// With permalinks set, the installer sends no HTTP request to itself.
add_filter('pre_option_permalink_structure', static fn() => '/%postname%/');
wp_install($plain ? 'Faro Blanco Realty' : 'Estate test fixture', 'admin', 'admin@example.test', true, '', 'admin-pass');
remove_all_filters('pre_option_permalink_structure');

$options = [
	'permalink_structure'    => $plain ? '/%year%/%monthnum%/%postname%/' : '/%postname%/',
	'blogdescription'        => $plain ? 'Houses by the strait' : '',
	'timezone_string'        => 'Europe/Madrid',
	'default_comment_status' => 'closed',
	'posts_per_page'         => 10,
	'template'               => 'bare',
	'stylesheet'             => 'bare',
];
foreach ($options as $name => $value) {
	update_option($name, $value);
}

// Test content has author ids from 1, so the users of WordPress get other ids.
global $wpdb;
const ADMIN  = 990001;
const READER = 990002;
const EDITOR = 990003;
$wpdb->update($wpdb->users, ['ID' => ADMIN], ['ID' => 1]);
$wpdb->update($wpdb->usermeta, ['user_id' => ADMIN], ['user_id' => 1]);
wp_cache_flush();
foreach ([READER => ['reader', 'subscriber'], EDITOR => ['editor', 'editor']] as $id => [$name, $role]) {
	$user = wp_insert_user(['user_login' => $name, 'user_pass' => "$name-pass", 'user_email' => "$name@example.test", 'role' => $role]);
	$wpdb->update($wpdb->users, ['ID' => $id], ['ID' => $user]);
	$wpdb->update($wpdb->usermeta, ['user_id' => $id], ['user_id' => $user]);
}
wp_cache_flush();
foreach ([ADMIN => 'EstateAdminPassword0001', READER => 'EstateReaderPassword001'] as $user => $password) {
	update_user_meta($user, '_application_passwords', [[
		'uuid' => wp_generate_uuid4(), 'app_id' => '', 'name' => 'tests', 'password' => wp_hash_password($password),
		'created' => time(), 'last_used' => null, 'last_ip' => null,
	]]);
}
update_site_option('using_application_passwords', 1);

wp_set_current_user(ADMIN);
if ($plain) {
	echo 'WordPress ', get_bloginfo('version'), " installed without the plugin\n";
	exit;
}
$problem = activate_plugin('estate/estate.php');
if (is_wp_error($problem)) {
	fwrite(STDERR, $problem->get_error_message() . "\n");
	exit(1);
}
// Only tests can reach this WordPress, so prices on ask are not hidden.
update_option('estate_settings', ['site_url' => $argv[2] ?? '', 'tell_hidden_prices' => true]);
echo 'WordPress ', get_bloginfo('version'), " installed\n";
