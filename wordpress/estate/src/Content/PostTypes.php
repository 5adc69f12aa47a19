<?php
/**
 * The types of content.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Module;

/** Registers properties and developments. Each stands for a home in all languages. */
final class PostTypes implements Module {

	public const PROPERTIES   = 'properties';
	public const DEVELOPMENTS = 'developments';

	/** Both types of homes. */
	public const PROPERTY_TYPES = [self::PROPERTIES, self::DEVELOPMENTS];

	/** The endpoints of the types that the site shows. */
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

	/** Reports whether a type is one of the homes. */
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

	/** Homes have fields beside their text, for which the form of old serves better than blocks. */
	public function editor(bool $blocks, string $type): bool {
		return $blocks && !self::isPropertyType($type);
	}

	/**
	 * Keeps paragraphs as they are: a description is shown as it is kept.
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

	/** A featured picture that has been deleted is none. */
	public function existing($id) {
		return $id && get_post_type((int) $id) === 'attachment' ? $id : 0;
	}

	/** What stands in an empty title. */
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
			'set_featured_image' => __('Choose the main picture', 'estate'), 'remove_featured_image' => __('Take the main picture away', 'estate'),
			'use_featured_image' => __('Use as the main picture', 'estate'),
		];
	}
}
