<?php
/**
 * Fields in Advanced Custom Fields.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

/**
 * Reads fields that the agency has defined in Advanced Custom Fields with the names of
 * docs/wordpress.md. Other fields stay in the boxes of this plugin.
 */
final class AcfStore implements Store {

	/** Groups of fields that may contain a field: group → prefix of the field's name. */
	private const GROUPS = ['price' => 'price_', 'energy' => 'energy_', 'extra' => '', 'location' => ''];

	/** @var array<int, array<string, mixed>> */
	private array $known = [];

	/** Reports whether Advanced Custom Fields is active. */
	public static function isActive(): bool {
		return function_exists('get_field') && function_exists('get_field_objects') && function_exists('get_fields');
	}

	public function name(): string {
		return 'Advanced Custom Fields';
	}

	public function has(int $post, string $name): bool {
		return $this->find($post, $name) !== null;
	}

	public function get(int $post, string $name) {
		$found = $this->find($post, $name);
		return $found === null ? Meta::get($post, $name) : self::plain($found[0]);
	}

	public function options(): array {
		$fields = get_fields('options');
		return is_array($fields) ? $fields : [];
	}

	/** @return array{mixed}|null the value in a list, null when ACF has no such field */
	private function find(int $post, string $name): ?array {
		$fields = $this->fields($post);
		if (array_key_exists($name, $fields)) {
			return [$fields[$name]];
		}
		foreach (self::GROUPS as $group => $prefix) {
			$inner = $fields[$group] ?? null;
			$short = $prefix !== '' && str_starts_with($name, $prefix) ? substr($name, strlen($prefix)) : ($prefix === '' ? $name : '');
			if ($short !== '' && is_array($inner) && array_key_exists($short, $inner)) {
				return [$inner[$short]];
			}
		}
		return null;
	}

	/** @return array<string, mixed> the fields defined for a post, with their values */
	private function fields(int $post): array {
		if (!isset($this->known[$post])) {
			$values = [];
			foreach ((array) (get_field_objects($post) ?: []) as $name => $field) {
				$values[$name] = is_array($field) ? ($field['value'] ?? '') : '';
			}
			$this->known[$post] = $values;
		}
		return $this->known[$post];
	}

	/**
	 * Pictures, posts, users and terms as ids, whatever return format ACF has; false as "".
	 *
	 * @param mixed $value
	 * @return mixed
	 */
	private static function plain($value) {
		if ($value === false || $value === null) {
			return '';
		}
		if ($value instanceof \WP_Post || $value instanceof \WP_User) {
			return (int) $value->ID;
		}
		if ($value instanceof \WP_Term) {
			return $value->term_id;
		}
		if (!is_array($value)) {
			return $value;
		}
		if (isset($value['ID']) && (isset($value['url']) || isset($value['user_email']))) {
			return (int) $value['ID'];
		}
		return array_map([self::class, 'plain'], $value);
	}
}
