<?php

declare(strict_types=1);

namespace EstateFixture;

/** Updates term counts, the search table and caches. */
final class Finish {

	public function finish(): void {
		global $wpdb;
		wp_cache_flush();
		$wpdb->query(
			"UPDATE $wpdb->term_taxonomy tt SET count = (SELECT COUNT(*) FROM $wpdb->term_relationships r
			JOIN $wpdb->posts p ON p.ID = r.object_id WHERE r.term_taxonomy_id = tt.term_taxonomy_id AND p.post_status = 'publish')"
		);
		\Estate\Properties\Table::rebuild();
		delete_transient('rewrite_rules');
		flush_rewrite_rules(false);
		wp_cache_flush();
	}
}
