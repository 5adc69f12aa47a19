<?php
/**
 * Input of forms.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Fields\Number;

/** Sanitizes the input of a field. */
final class Clean {

	private const MAX_ROWS = 300;

	/** The tags of embedded videos that are allowed, with those of a post. */
	private const EMBED = [
		'iframe' => ['src' => true, 'width' => true, 'height' => true, 'title' => true, 'allow' => true, 'allowfullscreen' => true, 'loading' => true, 'frameborder' => true],
		'video'  => ['src' => true, 'poster' => true, 'controls' => true, 'width' => true, 'height' => true, 'preload' => true],
		'source' => ['src' => true, 'type' => true],
	];

	/**
	 * @param mixed $sent without slashes
	 * @return mixed
	 */
	public static function value(Field $field, $sent) {
		switch ($field->kind) {
			case Field::CHECKS:
				return array_values(array_intersect(array_map('strval', array_keys($field->options)), array_map('strval', self::list($sent))));
			case Field::PICTURES:
				return self::ids($sent);
			case Field::FEATURES:
				return FeatureList::clean(self::list($sent));
			case Field::ROWS:
				return self::rows($field, self::list($sent));
		}
		$text = is_scalar($sent) ? str_replace("\r\n", "\n", trim((string) $sent)) : '';
		switch ($field->kind) {
			case Field::FLAG:
				return $text === '' ? '' : '1';
			case Field::URL:
			case Field::FILM:
			case Field::DOCUMENT:
				return str_starts_with($text, '/') ? sanitize_text_field($text) : esc_url_raw($text, ['http', 'https']);
			case Field::NUMBER:
				// A text that is not understood stays: the form shows it with a warning.
				return Number::parse($text) === null ? sanitize_text_field($text) : (Number::whole($text) ?: '');
			case Field::DECIMAL:
				$number = Number::signed($text);
				return $number === null ? sanitize_text_field($text) : (string) $number;
			case Field::AREA:
			case Field::HOURS:
			case Field::DAYS:
				return sanitize_textarea_field($text);
			case Field::HTML:
				return current_user_can('unfiltered_html') ? $text : wp_kses_post($text);
			case Field::CHOICE:
				return array_key_exists($text, $field->options) ? $text : '';
			case Field::LINES:
				return self::lines($text, 'sanitize_text_field');
			case Field::EMBEDS:
				return self::lines($text, static fn(string $line): string => wp_kses($line, self::EMBED, ['http', 'https']));
			case Field::PICTURE:
			case Field::USER:
			case Field::POST:
			case Field::TERM:
				return absint($text) ?: '';
		}
		return sanitize_text_field($text);
	}

	/**
	 * The rows that are not empty.
	 *
	 * @param array<int|string, mixed> $sent
	 * @return array<int, array<string, mixed>>
	 */
	private static function rows(Field $field, array $sent): array {
		$rows = [];
		foreach (array_slice($sent, 0, self::MAX_ROWS) as $one) {
			$row = [];
			foreach ($field->options as $column) {
				$row[$column->name] = self::value($column, is_array($one) ? $one[$column->name] ?? '' : '');
			}
			$filled = array_filter($row, static fn($value, $name): bool => $value !== '' && $value !== [] && $name !== 'availability', ARRAY_FILTER_USE_BOTH);
			if ($filled !== []) {
				$rows[] = array_filter($row, static fn($value): bool => $value !== '');
			}
		}
		return $rows;
	}

	/** @return string[] */
	private static function lines(string $text, callable $clean): array {
		$lines = array_map(static fn(string $line): string => trim($clean($line)), preg_split('/\R/', $text) ?: []);
		return array_values(array_filter($lines, static fn(string $line): bool => $line !== ''));
	}

	/**
	 * @param mixed $sent a list, or ids divided by commas
	 * @return int[]
	 */
	private static function ids($sent): array {
		$list = is_string($sent) ? explode(',', $sent) : self::list($sent);
		return array_values(array_unique(array_filter(array_map('absint', $list))));
	}

	/**
	 * @param mixed $sent
	 * @return array<int|string, mixed>
	 */
	private static function list($sent): array {
		return is_array($sent) ? $sent : [];
	}
}
