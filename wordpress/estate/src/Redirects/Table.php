<?php
/**
 * The redirect table.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Redirects;

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
