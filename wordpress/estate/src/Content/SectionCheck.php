<?php
/**
 * The validation of sections.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

/** Checks the sections of a page against the schema. */
final class SectionCheck {

	/**
	 * The problems as text, [] when there are none.
	 *
	 * @param array<int, array<string, mixed>> $sections
	 * @return string[]
	 */
	public static function complaints(array $sections): array {
		$found = [];
		foreach ($sections as $i => $section) {
			$layout = (string) $section['acf_fc_layout'];
			$name   = sprintf('%d. %s', $i + 1, LayoutWords::layouts()[$layout][0] ?? $layout);
			if (!isset(Layouts::all()[$layout])) {
				/* translators: %s: a section */
				$found[] = sprintf(__('%s: the site does not know this section.', 'estate'), $name);
				continue;
			}
			foreach (self::missing(Layouts::all()[$layout], $section) as $field) {
				/* translators: 1: a section, 2: a field */
				$found[] = sprintf(__('%1$s: "%2$s" is empty.', 'estate'), $name, $field);
			}
		}
		return $found;
	}

	/**
	 * @param array<int, array<string, mixed>> $fields
	 * @param array<string, mixed>             $values
	 * @return string[] labels of required fields that are empty
	 */
	private static function missing(array $fields, array $values): array {
		$missing = [];
		foreach ($fields as $field) {
			$value = $values[$field['name']] ?? '';
			if ($field['required'] && in_array($value, ['', [], null, 0], true)) {
				$missing[] = LayoutWords::editor()['fields'][$field['name']] ?? $field['name'];
			}
		}
		return $missing;
	}
}
