<?php
/**
 * Styles and scripts of the plugin's screens.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\Layouts;
use Estate\Module;

/** Loads the styles and scripts on screens with output of the plugin. */
final class Assets implements Module {

	public function register(): void {
		add_action('admin_enqueue_scripts', [$this, 'load']);
	}

	/** Loads them on screens of posts, terms, users and the plugin itself. */
	public function load(string $screen): void {
		$own = in_array($screen, ['post.php', 'post-new.php', 'term.php', 'edit-tags.php', 'user-edit.php', 'profile.php', 'edit.php'], true);
		if (!$own && !str_contains($screen, 'estate')) {
			return;
		}
		wp_enqueue_style('estate-admin', plugins_url('assets/admin.css', \Estate\FILE), [], \Estate\VERSION);
		if ($screen === 'edit.php') {
			return;
		}
		wp_enqueue_media();
		wp_enqueue_script('estate-admin', plugins_url('assets/admin.js', \Estate\FILE), ['jquery', 'jquery-ui-sortable'], \Estate\VERSION, true);
		wp_localize_script('estate-admin', 'estateAdmin', [
			'choose' => __('Choose', 'estate'), 'pictures' => __('Pictures', 'estate'), 'remove' => __('Remove', 'estate'),
		]);
		if (get_post_type() === 'page' && in_array($screen, ['post.php', 'post-new.php'], true)) {
			wp_enqueue_script('estate-sections', plugins_url('assets/sections.js', \Estate\FILE), ['estate-admin'], \Estate\VERSION, true);
			wp_localize_script('estate-sections', 'estateSections', ['layouts' => Layouts::forEditor(), 'words' => Layouts::words(), 'library' => rest_url('wp/v2/media/')]);
		}
	}
}
