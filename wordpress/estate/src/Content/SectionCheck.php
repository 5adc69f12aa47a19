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

	/** The forms whose values are ids of content. */
	private const CONTENT = ['property', 'properties', 'development', 'post', 'posts'];

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
			foreach (self::unpublished(Layouts::all()[$layout], $section) as $problem) {
				$found[] = $name . ': ' . $problem;
			}
		}
		return $found;
	}

	/**
	 * @param array<int, array<string, mixed>> $fields
	 * @param array<string, mixed>             $values
	 * @return string[] labels of required fields that are empty, those of entries with the label of their list
	 */
	private static function missing(array $fields, array $values): array {
		$missing = [];
		foreach ($fields as $field) {
			$label = LayoutWords::editor()['fields'][$field['name']] ?? $field['name'];
			$value = $values[$field['name']] ?? '';
			if (in_array($value, ['', [], null, 0], true)) {
				if ($field['required']) {
					$missing[] = $label;
				}
				continue;
			}
			if (!is_array($field['form']) || !is_array($value)) {
				continue;
			}
			foreach ($field['list'] ? $value : [$value] as $one) {
				foreach (is_array($one) ? self::missing($field['form'], $one) : [] as $inner) {
					$missing[] = $label . ': ' . $inner;
				}
			}
		}
		return array_values(array_unique($missing));
	}

	/**
	 * @param array<int, array<string, mixed>> $fields
	 * @param array<string, mixed>             $values
	 * @return string[] what makes the section empty although its fields are filled
	 */
	private static function unpublished(array $fields, array $values): array {
		$problems = [];
		foreach ($fields as $field) {
			$value = $values[$field['name']] ?? '';
			if (in_array($field['form'], self::CONTENT, true) && !in_array($value, ['', [], null, 0], true)) {
				$ids = array_map('intval', (array) $value);
				if (array_filter($ids, static fn(int $id): bool => get_post_status($id) === 'publish') === []) {
					$problems[] = __('nothing that is chosen is published, so the site leaves the section out.', 'estate');
				}
			} elseif (is_array($field['form']) && is_array($value) && $field['name'] === 'filter') {
				if (self::count($value) === 0) {
					$problems[] = __('no property passes the filter, so the section is empty.', 'estate');
				}
			} elseif (is_array($field['form']) && is_array($value) && !$field['list']) {
				$chosen = ($value['ids'] ?? []) !== []; // ids win over the filter
				array_push($problems, ...self::unpublished($field['form'], $chosen ? ['filter' => ''] + $value : $value));
			}
		}
		return $problems;
	}

	/** @param array<string, mixed> $filter a saved search */
	private static function count(array $filter): int {
		$request = new \WP_REST_Request('GET', '/wp/v2/properties');
		$params  = array_intersect_key($filter, array_flip(['s_offer', 's_type', 's_location', 's_category'])) + ['search_collections' => implode(',', (array) ($filter['collections'] ?? []))];
		$request->set_query_params(array_map('strval', array_filter($params)) + ['sort_by' => 'modified', 'per_page' => '1']);
		return (int) (rest_do_request($request)->get_headers()['X-WP-Total'] ?? 0);
	}
}
