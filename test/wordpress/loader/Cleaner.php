<?php

declare(strict_types=1);

namespace EstateFixture;

/** Deletes all content. Users and settings of WordPress stay. */
final class Cleaner {

	public function clean(): void {
		global $wpdb;
		foreach ([$wpdb->posts, $wpdb->postmeta, $wpdb->terms, $wpdb->termmeta, $wpdb->term_taxonomy, $wpdb->term_relationships, \Estate\Properties\Table::name()] as $table) {
			$wpdb->query("DELETE FROM $table");
		}
		$wpdb->query("DELETE FROM $wpdb->users WHERE ID < 990000");
		$wpdb->query("DELETE FROM $wpdb->usermeta WHERE user_id < 990000");
		foreach (['estate_options', 'estate_redirects', 'estate_instagram', 'estate_term_ids', 'estate_changes', 'page_on_front', 'page_for_posts'] as $option) {
			delete_option($option);
		}
		update_option('show_on_front', 'posts');
		wp_cache_flush();
	}
}
