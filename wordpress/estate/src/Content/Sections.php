<?php
/**
 * The sections of a page.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Fields\Fields;
use Estate\Rest\Images;

/** Reads the blocks of a page: an own field with JSON, or flexible content of Advanced Custom Fields. */
final class Sections {

	/** The longest text of the field. */
	public const LONGEST = 1_000_000;

	/** The deepest that fields may be nested. */
	private const DEEPEST = 20;

	/**
	 * The sections as they are kept.
	 *
	 * @return array<int, array<string, mixed>>
	 */
	public static function of(int $page): array {
		$kept = Fields::get($page, 'sections');
		if (is_string($kept)) {
			$kept = json_decode($kept, true, self::DEEPEST + 5);
		}
		return self::layouts(is_array($kept) ? $kept : []);
	}

	/**
	 * Those entries that have a layout.
	 *
	 * @param array<int|string, mixed> $list
	 * @return array<int, array<string, mixed>>
	 */
	public static function layouts(array $list): array {
		return array_values(array_filter(
			$list,
			static fn($one): bool => is_array($one) && is_string($one['acf_fc_layout'] ?? null) && $one['acf_fc_layout'] !== ''
		));
	}

	/**
	 * The sections as an answer tells them: pictures with their address and size.
	 *
	 * @param array<int, array<string, mixed>> $sections
	 * @return array<int, array<string, mixed>>
	 */
	public static function told(array $sections): array {
		return array_map(static fn(array $one): array => self::value($one, 0), $sections);
	}

	/**
	 * @param mixed $value
	 * @return mixed
	 */
	private static function value($value, int $depth) {
		if (!is_array($value) || $depth > self::DEEPEST) {
			return $value;
		}
		if (self::isPicture($value)) {
			return Images::any($value) ?: null;
		}
		$told = [];
		foreach ($value as $key => $one) {
			$told[$key] = in_array($key, ['picture', 'poster'], true) && is_int($one) ? (Images::one($one) ?: null) : self::value($one, $depth + 1);
		}
		return $told;
	}

	/** @param array<int|string, mixed> $value */
	private static function isPicture(array $value): bool {
		return isset($value['source_url']) || isset($value['url'], $value['ID']) || array_keys($value) === ['media'];
	}
}
