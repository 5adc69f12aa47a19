<?php
/**
 * The plugin's own language field.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

/** Stores the language of content and its translations in meta fields. */
final class Own implements Provider {

	/** The meta field of the language, of posts and of terms. */
	public const LANGUAGE = '_estate_lang';

	/** The prefix of the meta field of a translation; the language code follows. The name is stored data. */
	public const TRANSLATION = '_estate_twin_';

	public function name(): string {
		return __('the language field of this plugin', 'estate');
	}

	public function isOwn(): bool {
		return true;
	}

	public function ofPost(int $id): string {
		return self::orStandard((string) get_post_meta($id, self::LANGUAGE, true));
	}

	public function translationsOfPost(int $id): array {
		return self::translations(
			static fn(string $key): int => (int) get_post_meta($id, $key, true),
			$this->ofPost($id)
		);
	}

	public function ofTerm(int $id): string {
		return self::orStandard((string) get_term_meta($id, self::LANGUAGE, true));
	}

	public function translationsOfTerm(int $id): array {
		return self::translations(
			static fn(string $key): int => (int) get_term_meta($id, $key, true),
			$this->ofTerm($id)
		);
	}

	public function narrowPosts(array $args, string $language): array {
		$args['meta_query'] = self::narrowed($args['meta_query'] ?? [], $language);
		return $args;
	}

	public function narrowTerms(array $args, string $language): array {
		$args['meta_query'] = self::narrowed($args['meta_query'] ?? [], $language);
		return $args;
	}

	/** Adds a language to meta conditions. Content without a language has the default language. */
	private static function narrowed($conditions, string $language): array {
		$is         = ['key' => self::LANGUAGE, 'value' => $language];
		$condition  = $language === Languages::standard()
			? ['relation' => 'OR', $is, ['key' => self::LANGUAGE, 'compare' => 'NOT EXISTS']]
			: $is;
		$conditions = is_array($conditions) && $conditions !== [] ? ['relation' => 'AND', $conditions] : [];
		$conditions[] = $condition;
		return $conditions;
	}

	/**
	 * @param callable(string): int $read
	 * @return array<string, int>
	 */
	private static function translations(callable $read, string $own): array {
		$translations = [];
		foreach (Languages::filled() as $language) {
			$id = $language === $own ? 0 : $read(self::TRANSLATION . $language);
			if ($id > 0) {
				$translations[$language] = $id;
			}
		}
		return $translations;
	}

	private static function orStandard(string $language): string {
		return $language === '' ? Languages::standard() : Languages::known($language);
	}
}
