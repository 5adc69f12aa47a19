<?php
/**
 * The words of the sections' editor.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

/** Names layouts and fields for editors. */
final class LayoutWords {

	/** @return array<string, array{string, string}> name and purpose of each layout */
	public static function layouts(): array {
		return array_map(static fn(array $section): array => [self::word($section['name']), self::word($section['help'])], Layouts::schema()['sections']);
	}

	/** @return array<string, mixed> labels of fields and buttons */
	public static function editor(): array {
		$schema = Layouts::schema();
		return [
			'fields' => array_map([self::class, 'word'], $schema['labels']),
			'sorts'  => array_map([self::class, 'word'], $schema['sorts']),
			'icons'  => $schema['icons'],
			'add'    => __('Add a section', 'estate'), 'addOne' => __('Add', 'estate'), 'remove' => __('Remove', 'estate'), 'up' => __('Move up', 'estate'),
			'down'   => __('Move down', 'estate'), 'json' => __('Edit as JSON', 'estate'), 'form' => __('Edit as a form', 'estate'), 'choose' => __('Choose a picture', 'estate'),
			'wrong' => __('This is not a JSON list of sections:', 'estate'), 'unknown' => __('Unknown section: the site does not show it.', 'estate'),
		];
	}

	/**
	 * A word of the schema in the language of the editor: Spanish, or English for all others.
	 *
	 * @param array<string, string> $word
	 */
	private static function word(array $word): string {
		return $word[substr(determine_locale(), 0, 2)] ?? $word['en'];
	}
}
