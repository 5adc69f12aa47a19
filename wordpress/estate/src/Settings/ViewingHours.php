<?php
/**
 * Hours of viewings as editors write them.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Settings;

/** Finds what the site cannot read in the hours and days of viewings. The site has the same rules. */
final class ViewingHours {

	private const NONE = 'none';

	/** The first two letters of the weekdays in English and Spanish. */
	private const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su', 'lu', 'ma', 'mi', 'ju', 'vi', 'sá', 'do'];

	/** @return string[] the groups of days that are not understood, such as "fri late" */
	public static function unread(string $hours): array {
		return array_values(array_filter(self::groups($hours), static fn(string $group): bool => !self::isGroup($group)));
	}

	/** Reports whether hours are given and none of them is understood: the site then takes no viewing requests. */
	public static function areLost(string $hours): bool {
		$groups = self::groups($hours);
		return $groups !== [] && count(self::unread($hours)) === count($groups);
	}

	/** @return string[] the days off that are not understood */
	public static function unreadDays(string $off): array {
		return array_values(array_filter(preg_split('/[,;\s]+/', $off, -1, PREG_SPLIT_NO_EMPTY) ?: [], static fn(string $days): bool => !self::isDays($days)));
	}

	/** @return string[] the groups of days, none for the word none */
	private static function groups(string $hours): array {
		if (strtolower(trim($hours)) === self::NONE) {
			return [];
		}
		return array_values(array_filter(array_map('trim', preg_split('/[;\r\n]+/', $hours) ?: []), 'strlen'));
	}

	private static function isGroup(string $group): bool {
		$parts = explode(' ', $group, 2);
		$days  = explode('-', $parts[0], 2);
		if (count($parts) < 2 || array_filter($days, static fn(string $day): bool => !in_array(mb_substr(mb_strtolower(trim($day)), 0, 2), self::WEEKDAYS, true)) !== []) {
			return false;
		}
		foreach (explode(',', str_replace('–', '-', $parts[1])) as $span) {
			[$from, $to] = array_map([self::class, 'minutes'], explode('-', trim($span), 2) + ['', '']);
			if ($from === null || $to === null || $from >= $to) {
				return false;
			}
		}
		return true;
	}

	/** The minutes since midnight of a time such as 9, 9.30 or 18:30, null for another text. */
	private static function minutes(string $time): ?int {
		if (preg_match('/^(\d+)(?:[:.](\d*))?$/', trim($time), $parts) !== 1) {
			return null;
		}
		$minutes = (int) $parts[1] * 60 + (int) ($parts[2] ?? 0);
		return (int) ($parts[2] ?? 0) > 59 || $minutes > 24 * 60 ? null : $minutes;
	}

	private static function isDays(string $days): bool {
		[$first, $last] = explode('..', $days, 2) + ['', str_contains($days, '..') ? '' : $days];
		return self::isDate($first) && self::isDate($last) && strlen($first) === strlen($last) && !(strlen($first) === strlen('2026-12-25') && $first > $last);
	}

	/** Reports whether a text is a date such as 2026-12-25, or 12-25 for every year. */
	private static function isDate(string $text): bool {
		return preg_match('/^(?:(\d{4})-)?(\d{2})-(\d{2})$/', $text, $parts) === 1
			&& checkdate((int) $parts[2], (int) $parts[3], $parts[1] === '' ? 2024 : max(1, (int) $parts[1])); // 2024 is a leap year
	}
}
