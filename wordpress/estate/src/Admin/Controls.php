<?php
/**
 * Controls of forms.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Fields\Number;
use Estate\Language\Languages;
use Estate\Settings\ViewingHours;

/** Prints the control of a field, with its label and its help. */
final class Controls {

	/** The name of the array of fields in the form. */
	public const POSTED = 'estate';

	/** The files that a field offers from the media library. */
	private const LIBRARIES = [Field::FILM => 'video', Field::DOCUMENT => 'application/pdf'];

	/**
	 * Prints fields in a grid.
	 *
	 * @param Field[]                 $fields
	 * @param callable(string): mixed $read the value of a field
	 */
	public static function grid(array $fields, callable $read): void {
		echo '<div class="estate-grid">';
		foreach (self::groups($fields) as $group) {
			if (count($group) > 1) {
				printf('<div class="estate-beside" style="--estate-languages: %d">', count($group));
			}
			foreach ($group as $field) {
				self::print($field, $read($field->name));
			}
			echo count($group) > 1 ? '</div>' : '';
		}
		echo '</div>';
	}

	/**
	 * Groups neighbours that are the same text in several languages: they are printed beside each other.
	 *
	 * @param Field[] $fields
	 * @return array<int, Field[]>
	 */
	private static function groups(array $fields): array {
		$groups = [];
		$last   = '';
		foreach ($fields as $field) {
			$base = preg_match('/^(.+)_([a-z]{2})$/', $field->name, $parts) === 1 && isset(Languages::DECLARED[$parts[2]]) ? $parts[1] : '';
			if ($base !== '' && $base === $last) {
				$groups[count($groups) - 1][] = $field;
			} else {
				$groups[] = [$field];
			}
			$last = $base;
		}
		return $groups;
	}

	/**
	 * What the form says of a value: a number, hours or days that are not understood.
	 *
	 * @param mixed $value
	 */
	public static function warning(Field $field, $value): string {
		$text = is_scalar($value) ? trim((string) $value) : '';
		if ($field->kind === Field::HOURS || $field->kind === Field::DAYS) {
			return self::viewings($field, $text);
		}
		if ($text === '' || $field->kind === Field::NUMBER && Number::parse($text) !== null || $field->kind === Field::DECIMAL && Number::signed($text) !== null) {
			return '';
		}
		/* translators: %s: what an editor typed */
		return in_array($field->kind, [Field::NUMBER, Field::DECIMAL], true) ? sprintf(__('"%s" is not understood as a number. The site shows nothing here.', 'estate'), $text) : '';
	}

	/** What the site does not understand in the hours or the days of viewings. */
	private static function viewings(Field $field, string $text): string {
		/* translators: %s: what an editor typed */
		$hours = __('"%s" is not understood: write mon-fri 10:00-14:00, 16:00-18:30.', 'estate');
		/* translators: %s: what an editor typed */
		$days     = __('"%s" is not understood: write 2026-12-25, 12-25 or 2026-12-24..2027-01-06.', 'estate');
		$warnings = $field->kind === Field::HOURS
			? array_map(static fn(string $group): string => sprintf($hours, $group), ViewingHours::unread($text))
			: array_map(static fn(string $day): string => sprintf($days, $day), ViewingHours::unreadDays($text));
		if ($field->kind === Field::HOURS && ViewingHours::areLost($text)) {
			$warnings[] = __('The site takes no viewing requests now.', 'estate');
		}
		return implode(' ', $warnings);
	}

	/**
	 * Prints one field.
	 *
	 * @param mixed $value
	 */
	public static function print(Field $field, $value): void {
		$id    = 'estate-' . $field->name;
		$group = in_array($field->kind, [Field::CHECKS, Field::FEATURES, Field::FLAG, Field::PICTURE, Field::PICTURES, Field::POST, Field::ROWS], true);
		printf('<div class="estate-field estate-is-%s">', esc_attr($field->kind));
		if ($field->kind === Field::FLAG) {
			self::flag($field, $id, $value);
		} else {
			printf($group ? '<span class="estate-label" id="%1$s-label">%2$s</span>' : '<label class="estate-label" for="%1$s" id="%1$s-label">%2$s</label>', esc_attr($id), esc_html($field->label));
			self::control($field, $id, self::POSTED . '[' . $field->name . ']', $value);
		}
		$warning = self::warning($field, $value);
		if ($warning !== '') {
			printf('<p class="estate-warning" role="alert">%s</p>', esc_html($warning));
		}
		if ($field->help !== '') {
			printf('<p class="description" id="%s-help">%s</p>', esc_attr($id), esc_html($field->help));
		}
		echo '</div>';
	}

	/** @param mixed $value */
	private static function control(Field $field, string $id, string $name, $value): void {
		$described = $field->help === '' ? '' : ' aria-describedby="' . esc_attr($id) . '-help"';
		$text      = is_scalar($value) ? (string) $value : '';
		switch ($field->kind) {
			case Field::AREA:
			case Field::HOURS:
			case Field::DAYS:
				printf('<textarea id="%s" name="%s" rows="3"%s>%s</textarea>', esc_attr($id), esc_attr($name), $described, esc_textarea($text)); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
				return;
			case Field::LINES:
			case Field::EMBEDS:
				printf('<textarea id="%s" name="%s" rows="4"%s>%s</textarea>', esc_attr($id), esc_attr($name), $described, esc_textarea(is_array($value) ? implode("\n", $value) : $text)); // phpcs:ignore WordPress.Security.EscapeOutput
				return;
			case Field::FEATURES:
				FeatureList::print($id, $name, is_array($value) ? array_map('strval', $value) : []);
				return;
			case Field::HTML:
				wp_editor($text, str_replace('_', '-', $id), ['textarea_name' => $name, 'textarea_rows' => 10, 'wpautop' => false, 'media_buttons' => false]);
				return;
			case Field::CHOICE:
				Choices::select($id, $name, $text, $field->options);
				return;
			case Field::POST:
				Pickers::print($id, $name, (string) reset($field->options), $text);
				return;
			case Field::USER:
			case Field::TERM:
				Choices::select($id, $name, $text, Choices::of($field));
				return;
			case Field::CHECKS:
				self::checks($field, $id, $name, is_array($value) ? $value : []);
				return;
			case Field::PICTURE:
				Pictures::print($id, $name, [(int) $text], false);
				return;
			case Field::PICTURES:
				Pictures::print($id, $name, is_array($value) ? array_map('intval', $value) : [], true);
				return;
			case Field::ROWS:
				Rows::print($field, $id, $name, is_array($value) ? $value : []);
				return;
		}
		self::input($field, $id, $name, $text, $described);
	}

	/** Prints a one-line input. In a table the column is its label. */
	public static function input(Field $field, string $id, string $name, string $text, string $more = ''): void {
		$numeric = in_array($field->kind, [Field::NUMBER, Field::DECIMAL], true);
		$library = self::LIBRARIES[$field->kind] ?? '';
		printf(
			'<span class="estate-line"><input type="text" id="%s" name="%s" value="%s"%s%s%s>%s%s</span>',
			esc_attr($id), esc_attr($name), esc_attr($text), $numeric ? ' inputmode="decimal" data-number="' . esc_attr($field->kind) . '"' : '',
			$field->kind === Field::LINK ? ' class="estate-link-field" data-language="' . esc_attr(substr($field->name, -3, 1) === '_' ? substr($field->name, -2) : '') . '"' : '',
			$more, // phpcs:ignore WordPress.Security.EscapeOutput -- attributes that are escaped already.
			$field->unit === '' ? '' : '<span class="estate-unit">' . esc_html($field->unit) . '</span>',
			$library === '' ? '' : sprintf('<button type="button" class="button estate-library" data-library="%s" data-for="%s">%s</button>', esc_attr($library), esc_attr($id), esc_html__('Media library', 'estate'))
		);
	}

	/** @param mixed $value */
	private static function flag(Field $field, string $id, $value): void {
		printf(
			'<label><input type="checkbox" id="%s" name="%s[%s]" value="1"%s> %s</label>',
			esc_attr($id), esc_attr(self::POSTED), esc_attr($field->name), checked((bool) $value, true, false), esc_html($field->label)
		);
	}

	/** @param mixed[] $chosen */
	private static function checks(Field $field, string $id, string $name, array $chosen): void {
		printf('<div class="estate-options" role="group" aria-labelledby="%s-label">', esc_attr($id));
		foreach ($field->options as $key => $label) {
			printf('<label><input type="checkbox" name="%s[]" value="%s"%s> %s</label>', esc_attr($name), esc_attr((string) $key), checked(in_array((string) $key, array_map('strval', $chosen), true), true, false), esc_html($label));
		}
		echo '</div>';
	}
}
