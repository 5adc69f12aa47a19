<?php
/**
 * The features of properties.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Properties;

/** Finds the slug of a feature, as the site does: by a key, by a name in any language, or by words of its own. */
final class Features {

	/** @return array<string, array<string, mixed>> names, wider and slugs */
	private static function table(): array {
		static $table = null;
		return $table ??= require __DIR__ . '/feature-table.php';
	}

	/** @return array<string, string> the names of the site's features by key, in the language of the editor */
	public static function names(): array {
		$language = substr(determine_locale(), 0, 2);
		$names    = array_column(array_map(static fn(array $one): array => ['key' => $one['key'], 'name' => $one[$language] ?? $one['en']], self::table()['names']), 'name', 'key');
		asort($names, SORT_NATURAL | SORT_FLAG_CASE);
		return $names;
	}

	/** The key of a feature as content names it, "" for words of its own. */
	public static function key(string $entry): string {
		return self::table()['names'][self::slug($entry)]['key'] ?? '';
	}

	/** The slug of a feature as content names it, "" for a text without letters. */
	public static function slug(string $entry): string {
		$known = self::table()['slugs'];
		if (isset($known[$entry])) {
			return $known[$entry];
		}
		$slug = self::words($entry);
		return $known[$slug] ?? $slug;
	}

	/**
	 * The slugs by which a property with these features is found, the general ones included.
	 *
	 * @param string[] $entries
	 * @return string[]
	 */
	public static function slugs(array $entries): array {
		$slugs = [];
		foreach ($entries as $entry) {
			$slug    = self::slug($entry);
			$slugs[] = $slug;
			$slugs[] = self::table()['wider'][$slug] ?? '';
		}
		return array_values(array_unique(array_filter($slugs, static fn(string $slug): bool => $slug !== '')));
	}

	/** Lower case, no diacritics, words joined by hyphens. */
	private static function words(string $text): string {
		$plain = class_exists(\Normalizer::class) ? \Normalizer::normalize($text, \Normalizer::FORM_D) : false;
		$plain = is_string($plain) ? $plain : remove_accents($text);
		$plain = (string) preg_replace('/\p{Mn}+/u', '', $plain);
		return trim(mb_strtolower((string) preg_replace('/[^\p{L}\p{Nd}]+/u', '-', $plain)), '-');
	}
}
