<?php
/**
 * The control of features.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Properties\Features;

/** Prints the features of the site as check boxes, which have names in all languages, and a field for words of the agency's own. */
final class FeatureList {

	/** @param string[] $entries keys or words */
	public static function print(string $id, string $name, array $entries): void {
		$keys = array_filter(array_map([Features::class, 'key'], $entries));
		$own  = array_filter($entries, static fn(string $entry): bool => Features::key($entry) === '');
		printf('<div class="estate-features" role="group" aria-labelledby="%s-label">', esc_attr($id));
		foreach (Features::names() as $key => $label) {
			printf('<label><input type="checkbox" name="%s[known][]" value="%s"%s> %s</label>', esc_attr($name), esc_attr($key), checked(in_array($key, $keys, true), true, false), esc_html($label));
		}
		printf(
			'</div><label class="estate-label" for="%s">%s</label><textarea id="%1$s" name="%s[own]" rows="2">%s</textarea>',
			esc_attr($id), esc_html__('Others, one per line', 'estate'), esc_attr($name), esc_textarea(implode("\n", $own))
		);
	}

	/**
	 * @param array<int|string, mixed> $sent
	 * @return string[] keys, then words
	 */
	public static function clean(array $sent): array {
		$known = array_intersect(array_map('strval', is_array($sent['known'] ?? null) ? array_filter($sent['known'], 'is_scalar') : []), array_keys(Features::names()));
		$own   = array_map('sanitize_text_field', preg_split('/\R/', is_string($sent['own'] ?? null) ? $sent['own'] : '') ?: []);
		return array_values(array_unique(array_filter(array_merge($known, $own), static fn(string $entry): bool => $entry !== '')));
	}
}
