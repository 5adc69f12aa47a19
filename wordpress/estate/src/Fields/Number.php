<?php
/**
 * Numbers as editors write them.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

/** Reads numbers from text. */
final class Number {

	private const MAX_VALUE = 2_000_000_000;

	/**
	 * An integer from 0. Editors also write "1.250.000 €" and "220,50 m²": the last separator is a
	 * decimal point unless three digits follow it.
	 *
	 * @param mixed $value
	 */
	public static function whole($value): int {
		if (is_string($value)) {
			$text = (string) preg_replace('/\s|€|m²$/u', '', $value);
			if (preg_match('/^(\d[\d.,]*)[.,](\d+)$/', $text, $parts) === 1) {
				$before = str_replace(['.', ','], '', $parts[1]);
				$text   = strlen($parts[2]) === 3 ? $before . $parts[2] : $before;
			}
			$value = is_numeric($text) ? $text + 0 : 0;
		}
		return is_int($value) || is_float($value) && is_finite($value) ? (int) max(0, min(self::MAX_VALUE, $value)) : 0;
	}

	/**
	 * A number with its fraction, with a point or a comma.
	 *
	 * @param mixed $value
	 */
	public static function decimal($value): float {
		$text = is_scalar($value) ? str_replace(',', '.', trim((string) $value)) : '';
		return is_numeric($text) && is_finite((float) $text) ? (float) $text : 0.0;
	}
}
