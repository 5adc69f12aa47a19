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

	/** Currencies and units around a number, and the period of a rent after it. */
	private const AROUND = '#€|\$|£|\b(?:eur|euros?|usd|gbp)\b|(?<=[\d\s])(?:m²|m2|sqm|mts?\.?|metros)\s*$|[/\s](?:al\s+|per\s+|a\s+)?(?:mes|month|semana|week|d[ií]a|day|noche|night)\s*$#iu';

	private const FACTORS = ['k' => 1e3, 'mil' => 1e3, 'M' => 1e6, 'mill' => 1e6, 'mill.' => 1e6, 'millones' => 1e6, 'millón' => 1e6, 'million' => 1e6, 'millions' => 1e6];

	/**
	 * The number in a text, null for a text that is not understood or below 0. "1.250.000 €", "1 250 000",
	 * "€ 750,000", "450k" and "1,2 M" are understood, "2.000 m2" and "3,5" too: a single separator with three digits
	 * after it divides thousands, any other is a decimal point.
	 */
	public static function parse(string $text): ?float {
		$text = trim((string) preg_replace(self::AROUND, ' ', trim($text)));
		if (preg_match("/^(\d[\d.,'’\s\x{a0}\x{202f}]*?)[\s\x{a0}]*(k|M|mil|mill\.?|millones|millón|millions?)?$/u", $text, $parts) !== 1) {
			return is_numeric($text) && is_finite((float) $text) && (float) $text >= 0 ? (float) $text : null;
		}
		$factor = self::FACTORS[$parts[2] ?? ''] ?? 1.0;
		$digits = (string) preg_replace("/['’\s\x{a0}\x{202f}]/u", '', $parts[1]);
		$number = self::ungroup($digits, $factor >= 1e6);
		return $number === null ? null : $number * $factor;
	}

	/** Removes separators of thousands. Before a million, a separator is a decimal point. */
	private static function ungroup(string $digits, bool $millions): ?float {
		if (preg_match('/^\d+$/', $digits) === 1) {
			return (float) $digits;
		}
		if (preg_match('/^(\d[\d.,]*)([.,])(\d+)$/', $digits, $parts) !== 1) {
			return null;
		}
		[, $before, $mark, $after] = $parts;
		$groups = preg_match('/^\d{1,3}(?:([.,])\d{3})*$/', $before, $marks) === 1;
		if (!$groups && preg_match('/^\d+$/', $before) !== 1) {
			return null;
		}
		$thousands = strlen($after) === 3 && $groups && ($marks[1] ?? $mark) === $mark && !$millions;
		return (float) (str_replace(['.', ','], '', $before) . ($thousands ? $after : '.' . $after));
	}

	/**
	 * An integer from 0; 0 for a text that is not understood.
	 *
	 * @param mixed $value
	 */
	public static function whole($value): int {
		$value = is_string($value) ? self::parse($value) : $value;
		return is_int($value) || is_float($value) && is_finite($value) ? (int) max(0, min(self::MAX_VALUE, $value)) : 0;
	}

	/**
	 * A number with its fraction, with a point or a comma; 0 for a text that is not understood.
	 *
	 * @param mixed $value
	 */
	public static function decimal($value): float {
		return is_scalar($value) ? self::signed((string) $value) ?? 0.0 : 0.0;
	}

	/** A number that may be below 0, such as a longitude; null for a text that is not understood. */
	public static function signed(string $text): ?float {
		$text = str_replace(',', '.', trim($text));
		return is_numeric($text) && is_finite((float) $text) ? (float) $text : null;
	}
}
