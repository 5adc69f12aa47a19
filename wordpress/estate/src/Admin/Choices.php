<?php
/**
 * Options of select fields.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Rest\UserFields;

/** Prints select fields with the users or terms that a field may have. */
final class Choices {

	private const MAX_COUNT = 1000;

	/** @param array<int|string, string> $options by value */
	public static function select(string $id, string $name, string $chosen, array $options): void {
		printf('<select id="%s" name="%s">', esc_attr($id), esc_attr($name));
		if (!array_key_exists('', $options)) {
			echo '<option value="">—</option>';
		}
		if ($chosen !== '' && !array_key_exists($chosen, $options)) {
			printf('<option value="%1$s" selected>%1$s</option>', esc_attr($chosen));
		}
		foreach ($options as $value => $label) {
			printf('<option value="%s"%s>%s</option>', esc_attr((string) $value), selected((string) $value, $chosen, false), esc_html($label));
		}
		echo '</select>';
	}

	/** @return array<int, string> */
	public static function of(Field $field): array {
		return $field->kind === Field::USER ? self::users() : self::terms((string) reset($field->options));
	}

	/** @return array<int, string> agents first, then other users who may write */
	private static function users(): array {
		$names = [];
		foreach (get_users(['capability' => 'edit_posts', 'number' => self::MAX_COUNT, 'orderby' => 'display_name']) as $user) {
			$names[$user->ID] = $user->display_name;
		}
		uksort($names, static fn(int $a, int $b): int => strcmp((string) get_user_meta($b, UserFields::AGENT, true), (string) get_user_meta($a, UserFields::AGENT, true)));
		return $names;
	}

	/** @return array<int, string> terms, children indented */
	private static function terms(string $taxonomy, int $parent = 0, int $depth = 0): array {
		$names = [];
		$terms = get_terms(['taxonomy' => $taxonomy, 'hide_empty' => false, 'parent' => $parent]);
		foreach (is_array($terms) && $depth < 5 ? $terms : [] as $term) {
			$names[$term->term_id] = str_repeat('— ', $depth) . html_entity_decode($term->name, ENT_QUOTES | ENT_HTML5, 'UTF-8');
			if (is_taxonomy_hierarchical($taxonomy)) {
				$names += self::terms($taxonomy, $term->term_id, $depth + 1);
			}
		}
		return $names;
	}
}
