<?php
/**
 * The sections that a page can have.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

/**
 * Reads the schema of sections. A field has a form: a control of assets/sections.js (text, long,
 * html, number, decimal, flag, link, icon, sort, ids, words, picture, pictures) or the fields of an object.
 */
final class Layouts {

	/** @return array<string, mixed> the icons, sort orders, labels and sections of the schema */
	public static function schema(): array {
		static $schema = null;
		return $schema ??= require __DIR__ . '/section-schema.php';
	}

	/** @return array<string, array<int, array{name: string, required: bool, list: bool, form: mixed}>> the fields of each layout */
	public static function all(): array {
		return array_map(static fn(array $section): array => $section['fields'], self::schema()['sections']);
	}

	/** @return array<string, array<string, mixed>> each layout with its name, its purpose and its fields, for the editor's script */
	public static function forEditor(): array {
		$layouts = [];
		foreach (LayoutWords::layouts() as $layout => [$name, $purpose]) {
			$layouts[$layout] = ['name' => $name, 'help' => $purpose, 'fields' => self::all()[$layout]];
		}
		return $layouts;
	}

	/** @return array<string, mixed> the words of the editor's script */
	public static function words(): array {
		return LayoutWords::editor();
	}
}
