<?php
/**
 * Who knows the language of content.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Language;

/**
 * Tells the language of posts, pages and terms, and their translations. The
 * plugin keeps both itself, unless another plugin does so already.
 */
interface Provider {

	/** The name shown on the status page. */
	public function name(): string;

	/** Reports whether editors choose languages in this plugin's own boxes. */
	public function isOwn(): bool;

	/** The language of a post or page. */
	public function ofPost(int $id): string;

	/**
	 * The translations of a post or page by language, itself left out.
	 *
	 * @return array<string, int>
	 */
	public function twinsOfPost(int $id): array;

	/** The language of a category or tag. */
	public function ofTerm(int $id): string;

	/**
	 * The translations of a category or tag by language, itself left out.
	 *
	 * @return array<string, int>
	 */
	public function twinsOfTerm(int $id): array;

	/**
	 * Narrows the arguments of a WP_Query to one language.
	 *
	 * @param array<string, mixed> $args
	 * @return array<string, mixed>
	 */
	public function narrowPosts(array $args, string $language): array;

	/**
	 * Narrows the arguments of a term query to one language.
	 *
	 * @param array<string, mixed> $args
	 * @return array<string, mixed>
	 */
	public function narrowTerms(array $args, string $language): array;
}
