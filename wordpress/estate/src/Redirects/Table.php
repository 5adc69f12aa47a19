<?php
/**
 * The redirect table.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Redirects;

use Estate\Language\Links;

/** Stores redirects of links of a former site. */
final class Table {

	public const OPTION = 'estate_redirects';

	public const STATUSES = [301, 302, 307, 308];

	/** The maximum number of pairs. */
	public const MAX_COUNT = 5000;

	/** @return array<int, array{from: string, to: string, status: int}> */
	public static function all(): array {
		$pairs = [];
		foreach ((array) get_option(self::OPTION, []) as $pair) {
			if (is_array($pair) && ($pair['from'] ?? '') !== '' && ($pair['to'] ?? '') !== '') {
				$status  = (int) ($pair['status'] ?? 301);
				$pairs[] = ['from' => (string) $pair['from'], 'to' => (string) $pair['to'], 'status' => in_array($status, self::STATUSES, true) ? $status : 301];
			}
		}
		return $pairs;
	}

	/** @return array{from: string, to: string, status: int}|null the pair of a link, compared in normal form */
	public static function find(string $link): ?array {
		$wanted = self::normal($link);
		foreach (self::all() as $pair) {
			if (self::normal($pair['from']) === $wanted) {
				return $pair;
			}
		}
		return null;
	}

	/**
	 * The loop that a new pair makes with others, such as "/a/ → /b/ → /a/"; "" for none.
	 *
	 * @param array<string, array{from: string, to: string, status: int}> $pairs by their normal form
	 * @param array{from: string, to: string, status: int}                $new
	 */
	public static function loop(array $pairs, array $new): string {
		$from = self::normal($new['from']);
		$way  = [$new['from'], $new['to']];
		$at   = self::normal(Links::path($new['to']));
		for ($steps = 0; $steps <= count($pairs); $steps++) {
			if ($at === $from) {
				return implode(' → ', array_slice($way, 0, 10));
			}
			if (!isset($pairs[$at])) {
				return '';
			}
			$way[] = $pairs[$at]['to'];
			$at    = self::normal(Links::path($pairs[$at]['to']));
		}
		return '';
	}

	/** A link in lower case with a final slash and a sorted query. */
	public static function normal(string $link): string {
		[$path, $query] = array_pad(explode('?', $link, 2), 2, '');
		$path = strtolower('/' . trim($path, '/'));
		parse_str($query, $values);
		ksort($values);
		$query = http_build_query($values);
		return ($path === '/' ? '/' : $path . '/') . ($query === '' ? '' : '?' . $query);
	}
}
