<?php
/**
 * The sections of pages.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\LayoutWords;
use Estate\Content\SectionCheck;
use Estate\Content\Sections;
use Estate\Fields\Fields;
use Estate\Fields\Meta;
use WP_Post;

/** Edits the sections of a page. A script builds the form and sends JSON. */
final class SectionsBox extends Box {

	private const FIELD = 'sections';

	private const NOTICE = 'estate_sections_';

	/** The maximum depth of nested sections. */
	private const MAX_DEPTH = 25;

	public function register(): void {
		parent::register();
		add_action('admin_notices', [$this, 'notice']);
	}

	protected function boxes(string $type): array {
		return [];
	}

	public function add(string $type, $post): void {
		if ($type === 'page' && $post instanceof WP_Post && !Fields::store()->has($post->ID, self::FIELD)) {
			add_meta_box('estate-sections', __('Sections', 'estate'), [$this, 'show'], $type, 'normal', 'high');
		}
	}

	/** Prints the field with the JSON and the problems of the sections. */
	public function show(WP_Post $post): void {
		self::sign($post->ID);
		$kept = Sections::of($post->ID);
		$json = $kept === [] ? '' : (string) wp_json_encode($kept, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRETTY_PRINT);
		foreach (SectionCheck::complaints($kept) as $complaint) {
			printf('<div class="notice notice-warning inline"><p>%s</p></div>', esc_html($complaint));
		}
		printf(
			'<div id="estate-sections-editor"></div><textarea id="estate-sections-json" name="estate_sections" rows="12" aria-label="%s">%s</textarea>',
			esc_attr__('Sections as JSON', 'estate'), esc_textarea($json)
		);
		printf('<noscript><p>%s</p></noscript>', esc_html(implode(', ', array_keys(LayoutWords::layouts()))));
	}

	/** The sections as JSON. Text that is no valid JSON is not a value: the saved sections stay. */
	public function values(WP_Post $post): ?array {
		if (!self::isSent($post->ID)) {
			return null;
		}
		if ($post->post_type !== 'page' || !isset($_POST['estate_sections']) || Fields::store()->has($post->ID, self::FIELD)) {
			return [];
		}
		$json = trim((string) wp_unslash($_POST['estate_sections'])); // phpcs:ignore WordPress.Security -- isSent checks the nonce, the JSON is decoded and encoded.
		if ($json === '') {
			return [self::FIELD => ''];
		}
		$list = strlen($json) <= Sections::MAX_BYTES ? json_decode($json, true, self::MAX_DEPTH) : null;
		if (!is_array($list)) {
			set_transient(self::NOTICE . get_current_user_id(), __('The sections are not valid JSON and were not saved.', 'estate'), 5 * MINUTE_IN_SECONDS);
			return [];
		}
		$list = array_map([self::class, 'clean'], Sections::layouts($list));
		return [self::FIELD => $list === [] ? '' : wp_json_encode($list, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES)];
	}

	/** Prints what could not be saved. */
	public function notice(): void {
		$text = get_transient(self::NOTICE . get_current_user_id());
		if (is_string($text)) {
			delete_transient(self::NOTICE . get_current_user_id());
			printf('<div class="notice notice-error"><p>%s</p></div>', esc_html($text));
		}
	}

	/**
	 * Removes scripts from texts, unless the user has the capability unfiltered_html.
	 *
	 * @param mixed $value
	 * @return mixed
	 */
	private static function clean($value) {
		if (is_array($value)) {
			return array_map([self::class, 'clean'], $value);
		}
		return is_string($value) && !current_user_can('unfiltered_html') ? wp_kses_post($value) : $value;
	}
}
