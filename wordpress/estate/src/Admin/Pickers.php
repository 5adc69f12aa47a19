<?php
/**
 * Controls for content.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

/** Prints a control that finds content by name. assets/picker.js builds it around a hidden input. */
final class Pickers {

	/** The kind of a picker by post type. */
	private const KINDS = ['properties' => 'property', 'developments' => 'development', 'post' => 'post', 'page' => 'page'];

	/** @param string $language restricts posts and pages to a language, "" for all */
	public static function print(string $id, string $name, string $type, string $value, string $language = ''): void {
		printf(
			'<div class="estate-picker-field" data-kind="%s" data-language="%s" data-labelledby="%s-label"><input type="hidden" id="%s" name="%s" value="%s"></div>',
			esc_attr(self::KINDS[$type] ?? $type), esc_attr($language), esc_attr($id), esc_attr($id), esc_attr($name), esc_attr($value)
		);
	}
}
