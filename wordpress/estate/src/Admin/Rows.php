<?php
/**
 * Tables of forms.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

/** Prints a table with rows that can be added and removed. */
final class Rows {

	/** @param array<int, mixed> $rows */
	public static function print(Field $field, string $id, string $name, array $rows): void {
		printf('<div class="estate-rows" data-next="%d"><table class="widefat striped" aria-labelledby="%s-label"><thead><tr>', count($rows), esc_attr($id));
		foreach ($field->options as $column) {
			printf('<th scope="col">%s</th>', esc_html($column->label));
		}
		printf('<th scope="col"><span class="screen-reader-text">%s</span></th></tr></thead><tbody>', esc_html__('Remove', 'estate'));
		foreach (array_values($rows) as $i => $row) {
			self::row($field, $name . '[' . $i . ']', is_array($row) ? $row : []);
		}
		echo '</tbody></table><template>';
		self::row($field, $name . '[NEXT]', []);
		printf('</template><button type="button" class="button estate-add">%s</button></div>', esc_html__('Add a row', 'estate'));
	}

	/** @param array<string, mixed> $row */
	private static function row(Field $field, string $name, array $row): void {
		echo '<tr>';
		foreach ($field->options as $column) {
			echo '<td>';
			$value = $row[$column->name] ?? '';
			$value = is_scalar($value) ? (string) $value : '';
			$one   = $name . '[' . $column->name . ']';
			if ($column->kind === Field::CHOICE) {
				printf('<span class="screen-reader-text" id="%s">%s</span>', esc_attr(sanitize_key($one) . '-l'), esc_html($column->label));
				Choices::select(sanitize_key($one), $one, $value, $column->options);
			} else {
				Controls::input($column, sanitize_key($one), $one, $value, ' aria-label="' . esc_attr($column->label) . '"');
				$warning = Controls::warning($column, $value);
				echo $warning === '' ? '' : '<p class="estate-warning">' . esc_html($warning) . '</p>';
			}
			echo '</td>';
		}
		printf('<td><button type="button" class="button-link estate-remove" aria-label="%s">×</button></td></tr>', esc_attr__('Remove this row', 'estate'));
	}
}
