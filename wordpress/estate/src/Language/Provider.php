<?php
/**
 * The source of the language of content.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

/**
 * Returns the language of posts, pages and terms, and their translations. The plugin stores
 * both unless a translation plugin is active. Other plugins implement this interface (filter
 * estate_language_provider), so method names stay.
 */
interface Provider {

	/** The name shown on the status page. */
	public function name(): string;

	/** Reports whether editors choose languages in the boxes of this plugin. */
	public function isOwn(): bool;

	/** The language of a post or page. */
	public function ofPost(int $id): string;

	/**
	 * The translations of a post or page by language, without itself.
	 *
	 * @return array<string, int>
	 */
	public function translationsOfPost(int $id): array;

	/** The language of a category or tag. */
	public function ofTerm(int $id): string;

	/**
	 * The translations of a category or tag by language, without itself.
	 *
	 * @return array<string, int>
	 */
	public function translationsOfTerm(int $id): array;

	/**
	 * Adds a filter for one language to the arguments of a WP_Query.
	 *
	 * @param array<string, mixed> $args
	 * @return array<string, mixed>
	 */
	public function narrowPosts(array $args, string $language): array;

	/**
	 * Adds a filter for one language to the arguments of a term query.
	 *
	 * @param array<string, mixed> $args
	 * @return array<string, mixed>
	 */
	public function narrowTerms(array $args, string $language): array;
}
