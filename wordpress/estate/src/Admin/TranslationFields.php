<?php
/**
 * The other languages beside the English title and description.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\PostTypes;
use Estate\Fields\Fields;
use Estate\Fields\Meta;
use Estate\Language\Languages;
use WP_Post;

/** Prints title and description of a property in the other languages beside WordPress's own fields, which are English. */
final class TranslationFields extends Box {

	public function register(): void {
		parent::register();
		add_action('edit_form_after_title', fn(WP_Post $post) => $this->show($post, 'title'));
		add_action('edit_form_after_editor', fn(WP_Post $post) => $this->show($post, 'description'));
	}

	/** The fields are outside of boxes, and saved as those of one. */
	protected function boxes(string $type): array {
		return PostTypes::isPropertyType($type) ? ['translations' => ['', array_merge(...array_values(self::fields('title')), ...array_values(self::fields('description'))), 'normal']] : [];
	}

	public function add(string $type, $post): void {
	}

	private function show(WP_Post $post, string $part): void {
		if (!PostTypes::isPropertyType($post->post_type)) {
			return;
		}
		self::sign($post->ID);
		printf('<div class="estate-translation estate-translation-%s">', esc_attr($part));
		foreach (self::fields($part) as $fields) {
			foreach ($fields as $field) {
				if (Fields::store()->has($post->ID, $field->name)) {
					continue;
				}
				if ($part === 'description') {
					Controls::print($field, Meta::get($post->ID, $field->name));
					continue;
				}
				printf(
					'<input type="text" id="estate-%1$s" name="%2$s[%1$s]" value="%3$s" placeholder="%4$s" aria-label="%4$s">',
					esc_attr($field->name), esc_attr(Controls::POSTED), esc_attr(Meta::text($post->ID, $field->name)), esc_attr($field->label)
				);
			}
		}
		echo '</div>';
	}

	/** @return array<string, Field[]> by language */
	private static function fields(string $part): array {
		$fields = [];
		foreach (Languages::others() as $language) {
			$fields[$language] = PropertyForm::translation($language)[$part];
		}
		return $fields;
	}
}
