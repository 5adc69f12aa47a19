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
		$expert = current_user_can('manage_options') ? ['json' => __('Edit as JSON', 'estate')] : [];
		return $expert + [
			'fields' => array_map([self::class, 'word'], $schema['labels']),
			'sorts'  => array_map([self::class, 'word'], $schema['sorts']),
			'icons'  => $schema['icons'],
			'add'    => __('Add a section', 'estate'), 'addOne' => __('Add', 'estate'), 'remove' => __('Remove', 'estate'), 'up' => __('Move up', 'estate'),
			'down'   => __('Move down', 'estate'), 'form' => __('Edit as a form', 'estate'), 'choose' => __('Choose a picture', 'estate'),
			'wrong' => __('This is not a JSON list of sections:', 'estate'), 'unknown' => __('Unknown section: the site does not show it.', 'estate'),
			'lacks'  => __('The site does not show it yet. Missing:', 'estate'), 'noNumber' => __('This is not understood as a number.', 'estate'),
			'film'   => __('Address of a film, YouTube or Vimeo', 'estate'), 'library' => __('Media library', 'estate'),
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
