<?php
/**
 * Styles and scripts of the plugin's screens.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\Layouts;
use Estate\Language\Languages;
use Estate\Module;
use Estate\Settings\Settings;

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
			'noNumber' => __('This is not understood as a number. The site shows nothing here.', 'estate'),
			'picker' => rest_url('estate/v1/picker'), 'nonce' => wp_create_nonce('wp_rest'),
			'words'  => [
				'search' => __('Type a name to search', 'estate'), 'nothing' => __('Nothing found.', 'estate'), 'remove' => __('Remove', 'estate'), 'gone' => __('Deleted', 'estate'),
				'link'   => __('Type the name of a page, or an address', 'estate'), 'noLink' => __('A link begins with / or https://. Choose a page from the list.', 'estate'),
				'library' => __('Media library', 'estate'), 'choose' => __('Choose', 'estate'),
			],
		]);
		wp_enqueue_script('estate-picker', plugins_url('assets/picker.js', \Estate\FILE), ['estate-admin'], \Estate\VERSION, true);
		if (str_ends_with($screen, 'estate-menus')) {
			wp_enqueue_script('estate-menus', plugins_url('assets/menus.js', \Estate\FILE), ['estate-picker'], \Estate\VERSION, true);
			wp_localize_script('estate-menus', 'estateMenus', self::menus());
		}
		if (in_array(get_post_type(), ['post', 'page'], true) && get_current_screen()->is_block_editor() && Settings::site() !== '' && Settings::secret() !== '') {
			wp_enqueue_script('estate-preview', plugins_url('assets/preview.js', \Estate\FILE), ['wp-data', 'wp-editor'], \Estate\VERSION, true);
			wp_localize_script('estate-preview', 'estatePreview', [
				'address' => admin_url('admin-ajax.php'), 'action' => PreviewForm::ACTION,
				'wait'    => __('The preview is being prepared …', 'estate'), 'failed' => __('The preview could not be prepared. Save the page and try again.', 'estate'),
			]);
		}
		if (get_post_type() === 'page' && in_array($screen, ['post.php', 'post-new.php'], true)) {
			wp_enqueue_editor();
			wp_enqueue_script('estate-sections', plugins_url('assets/sections.js', \Estate\FILE), ['estate-picker'], \Estate\VERSION, true);
			wp_localize_script('estate-sections', 'estateSections', ['layouts' => Layouts::forEditor(), 'words' => Layouts::words(), 'library' => rest_url('wp/v2/media/')]);
		}
	}

	/** @return array<string, mixed> the words of the editor of menus */
	private static function menus(): array {
		return [
			'languages' => array_intersect_key(Languages::DECLARED, array_flip(Languages::filled())),
			'pictures'  => ['choose' => __('Choose a background picture', 'estate'), 'remove' => __('Remove the picture', 'estate')],
			'words'     => [
				'menus'    => ['main' => __('Header', 'estate'), 'footer' => __('Footer', 'estate')],
				'fields'   => [
					'label' => __('Text', 'estate'), 'title' => __('Title', 'estate'), 'description' => __('Description', 'estate'),
					'btn_label' => __('Button', 'estate'), 'text' => __('Text', 'estate'), 'link' => __('Link', 'estate'),
				],
				'add'      => ['item' => __('Add an entry', 'estate'), 'column' => __('Add a column', 'estate'), 'entry' => __('Add a link', 'estate')],
				'nameless' => __('(no text)', 'estate'), 'up' => __('Move up', 'estate'), 'down' => __('Move down', 'estate'), 'remove' => __('Remove', 'estate'),
			],
		];
	}
}
