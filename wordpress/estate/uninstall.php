<?php
/**
 * Removes the data of the plugin.
 *
 * Properties, terms and pictures are content and stay, unless wp-config.php has
 * define('ESTATE_UNINSTALL_CONTENT', true).
 *
 * @package Estate
 */

declare(strict_types=1);

if (!defined('WP_UNINSTALL_PLUGIN')) {
	exit;
}

global $wpdb;

if (defined('ESTATE_UNINSTALL_CONTENT') && ESTATE_UNINSTALL_CONTENT) {
	foreach (['properties', 'developments'] as $type) {
		foreach ($wpdb->get_col($wpdb->prepare("SELECT ID FROM $wpdb->posts WHERE post_type = %s", $type)) as $id) {
			wp_delete_post((int) $id, true);
		}
	}
	foreach (['s_offer', 's_type', 's_location', 's_category', 's_categories', 's_options'] as $taxonomy) {
		foreach ($wpdb->get_results($wpdb->prepare("SELECT term_id, term_taxonomy_id FROM $wpdb->term_taxonomy WHERE taxonomy = %s", $taxonomy)) as $term) {
			$wpdb->delete($wpdb->term_relationships, ['term_taxonomy_id' => $term->term_taxonomy_id]);
			$wpdb->delete($wpdb->term_taxonomy, ['term_taxonomy_id' => $term->term_taxonomy_id]);
			$wpdb->delete($wpdb->terms, ['term_id' => $term->term_id]);
		}
		delete_option("{$taxonomy}_children");
	}
	foreach ([$wpdb->postmeta, $wpdb->termmeta, $wpdb->usermeta] as $table) {
		$wpdb->query($wpdb->prepare("DELETE FROM $table WHERE meta_key LIKE %s", $wpdb->esc_like('_estate_') . '%')); // phpcs:ignore WordPress.DB.PreparedSQL -- tables of WordPress.
	}
	foreach (['estate_options', 'estate_redirects', 'estate_instagram', 'estate_term_ids'] as $option) {
		delete_option($option);
	}
}
foreach (['estate_settings', 'estate_changes', 'estate_webhook', 'estate_form'] as $option) {
	delete_option($option);
}
wp_clear_scheduled_hook('estate_send_changes');
$wpdb->query("DROP TABLE IF EXISTS {$wpdb->prefix}estate_homes"); // phpcs:ignore WordPress.DB
wp_cache_flush();
