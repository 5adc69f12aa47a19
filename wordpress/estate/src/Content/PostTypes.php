<?php
/**
 * The post types.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Module;

/** Registers properties and developments. Both are multilingual. */
final class PostTypes implements Module {

	public const PROPERTIES   = 'properties';
	public const DEVELOPMENTS = 'developments';

	/** The post types that the search covers: properties and developments. */
	public const PROPERTY_TYPES = [self::PROPERTIES, self::DEVELOPMENTS];

	/** The REST bases of the post types that the site shows. */
	public const ENDPOINTS = [
		'post' => 'posts', 'page' => 'pages', 'attachment' => 'media',
		self::PROPERTIES => 'properties', self::DEVELOPMENTS => 'developments',
	];

	public function register(): void {
		add_action('init', [$this, 'types'], 5);
		add_filter('use_block_editor_for_post_type', [$this, 'editor'], 10, 2);
		add_filter('wp_editor_settings', [$this, 'paragraphs'], 10, 2);
		add_filter('post_thumbnail_id', [$this, 'existing']);
		add_filter('enter_title_here', [$this, 'titleHint'], 10, 2);
	}

	/** Reports whether a post type is properties or developments. */
	public static function isPropertyType(string $type): bool {
		return in_array($type, self::PROPERTY_TYPES, true);
	}

	/** Registers both types. */
	public function types(): void {
		$shared = [
			'public'       => true,
			'show_in_rest' => true,
			'has_archive'  => true,
			'menu_position' => 21,
			'supports'     => ['title', 'editor', 'thumbnail', 'revisions'],
		];
		register_post_type(self::PROPERTIES, $shared + [
			'labels'    => self::labels(__('Properties', 'estate'), __('Property', 'estate')),
			'menu_icon' => 'dashicons-admin-home',
			'rest_base' => 'properties',
			'rewrite'   => ['slug' => 'properties', 'with_front' => false],
		]);
		register_post_type(self::DEVELOPMENTS, $shared + [
			'labels'    => self::labels(__('Developments', 'estate'), __('Development', 'estate')),
			'menu_icon' => 'dashicons-building',
			'rest_base' => 'developments',
			'rewrite'   => ['slug' => 'developments', 'with_front' => false],
		]);
		add_theme_support('post-thumbnails');
		add_post_type_support('page', ['excerpt', 'thumbnail']);
	}

	/** Disables the block editor for properties: their form has many fields beside the text. */
	public function editor(bool $blocks, string $type): bool {
		return $blocks && !self::isPropertyType($type);
	}

	/**
	 * Disables automatic paragraphs: a description is shown as stored.
	 *
	 * @param array<string, mixed> $settings
	 * @return array<string, mixed>
	 */
	public function paragraphs(array $settings, string $editor): array {
		if ($editor === 'content' && self::isPropertyType((string) get_post_type())) {
			$settings['wpautop']       = false;
			$settings['media_buttons'] = false;
			$settings['textarea_rows'] = 12;
		}
		return $settings;
	}

	/** Ignores a featured picture that was deleted. */
	public function existing($id) {
		return $id && get_post_type((int) $id) === 'attachment' ? $id : 0;
	}

	/** The placeholder of an empty title. */
	public function titleHint(string $hint, \WP_Post $post): string {
		return self::isPropertyType($post->post_type) ? __('Title in English', 'estate') : $hint;
	}

	/** @return array<string, string> */
	private static function labels(string $many, string $one): array {
		return [
			'name' => $many, 'singular_name' => $one, 'menu_name' => $many, 'all_items' => $many,
			/* translators: %s: Property or Development */
			'add_new_item' => sprintf(__('Add: %s', 'estate'), $one), 'edit_item' => sprintf(__('Edit: %s', 'estate'), $one),
			'not_found' => __('Nothing found.', 'estate'), 'featured_image' => __('Main picture', 'estate'),
			'set_featured_image' => __('Choose the main picture', 'estate'), 'remove_featured_image' => __('Remove the main picture', 'estate'),
			'use_featured_image' => __('Use as the main picture', 'estate'),
		];
	}
}
