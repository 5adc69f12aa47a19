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
	private const MAX_READ  = 1e12;

	/** Currencies and units around a number, and the period of a rent after it. */
	private const AROUND = '#€|\$|£|(?:\b|(?<=[kM]))(?:eur|euros?|usd|gbp)\b|(?<=[\d\s])(?:m²|m2|sqm|mts?\.?|metros)\s*$|[/\s](?:al\s+|per\s+|a\s+)?(?:mes|month|semana|week|d[ií]a|day|noche|night)\s*$#iu';

	private const FACTORS = ['k' => 1e3, 'mil' => 1e3, 'mill' => 1e6, 'mill.' => 1e6, 'millones' => 1e6, 'millón' => 1e6, 'million' => 1e6, 'millions' => 1e6];

	/**
	 * The number in a text, null for a text that is not understood or below 0. "1.250.000 €", "1 250 000",
	 * "€ 750,000", "450k" and "1,2 M" are understood, "2.000 m2" and "3,5" too: a single separator with three digits
	 * after it divides thousands; a decimal point has one or two digits after it and is the last separator. "1.5E7", as
	 * spreadsheets write it, is a number too. The site reads numbers by the same rules
	 * (internal/content/number/testdata/numbers.json).
	 */
	public static function parse(string $text): ?float {
		$text = trim((string) preg_replace(self::AROUND, ' ', trim($text)));
		if (preg_match("/^(\d[\d.,'’\s\x{a0}\x{202f}]*?)[\s\x{a0}]*((?i:k|mil|mill\.?|millones|millón|millions?)|M)?$/u", $text, $parts) !== 1) {
			$digits = str_replace(',', '.', $text);
			return preg_match('/^(?:\d(?:[.,]\d{1,17})?|\d{1,6})[eE]\+?\d{1,2}$/', $text) === 1 && (float) $digits <= self::MAX_READ ? (float) $digits : null;
		}
		$word   = $parts[2] ?? '';
		$factor = $word === 'M' ? 1e6 : self::FACTORS[mb_strtolower($word)] ?? 1.0;
		$number = self::ungroup($parts[1], $factor >= 1e6);
		return $number === null ? null : $number * $factor;
	}

	/** Removes separators of thousands, which are equal. Before a million, a single separator is a decimal point. */
	private static function ungroup(string $digits, bool $millions): ?float {
		$digits = (string) preg_replace(['/[\s\x{a0}\x{202f}]+/u', '/’/u'], [' ', "'"], $digits);
		$tight  = (string) preg_replace("/ *([.,']) */", '$1', $digits);
		if ($tight !== $digits) { // "1. 250. 000", but not "3, 450"
			if (preg_match("/^[1-9]\d{0,2}([.,'])\d{3}(?:\\1\d{3})+$/", $tight) !== 1) {
				return null;
			}
			$digits = $tight;
		}
		if (preg_match('/^\d+$/', $digits) === 1) {
			return (float) $digits;
		}
		if (preg_match("/^[1-9]\d{0,2}([.,' ])\d{3}(?:\\1\d{3})*$/", $digits, $marks) === 1 && (!$millions || $marks[1] === ' ' || substr_count($digits, $marks[1]) > 1)) {
			return (float) str_replace($marks[1], '', $digits);
		}
		if (preg_match("/^(?:\d+|[1-9]\d{0,2}([.,' ])\d{3}(?:\\1\d{3})*)(?!\\1)([.,'])(\d{1,3})$/", $digits, $marks) !== 1) {
			return null;
		}
		if (strlen($marks[3]) === 3 && ($marks[1] !== '' || !$millions)) { // "1,250 M"
			return null;
		}
		$whole = substr($digits, 0, -strlen($marks[3]) - 1);
		return (float) (str_replace(['.', ',', "'", ' '], '', $whole) . '.' . $marks[3]);
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
