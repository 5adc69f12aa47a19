<?php
/**
 * Deletes all entries of the WordPress of any/site.php and adds posts, pages and homes.
 *
 *   php content.php SITE_FOLDER
 */

declare(strict_types=1);

namespace Estate\Tests\Any;

$_SERVER += ['HTTP_HOST' => 'localhost', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $argv[1] . '/wp-config.php';

global $wpdb;
foreach (['posts', 'postmeta', 'term_relationships'] as $table) {
	$wpdb->query("DELETE FROM {$wpdb->prefix}$table");
}
update_option('permalink_structure', '/%postname%/');
update_option('show_on_front', 'posts');
register_post_type('property', ['public' => true]);
for ($i = 1; $i <= 25; $i++) {
	foreach (['post', 'page', 'property'] as $type) {
		$id = (int) wp_insert_post([
			'post_type' => $type, 'post_name' => "$type-$i", 'post_title' => ucfirst($type) . " $i", 'post_status' => 'publish',
			'post_content' => "<p>The text of $type $i.</p>", 'post_date_gmt' => sprintf('2026-03-%02d 10:00:00', $i),
		], true);
		if ($type === 'property') {
			update_post_meta($id, 'fave_property_price', (string) (400000 + $i * 1000));
			update_post_meta($id, 'fave_property_bedrooms', '3');
		}
		if ($type === 'post' && $i === 1) {
			stick_post($id);
		}
	}
}
