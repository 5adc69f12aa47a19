<?php
/**
 * Where the values of fields are kept.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

/** Keeps the values of the fields of posts. */
interface Store {

	/** The name shown on the status page. */
	public function name(): string;

	/** Reports whether this store has the field on a post, so that the plugin's own box leaves it out. */
	public function has(int $post, string $name): bool;

	/**
	 * The value of a field in the plugin's own form: a text, a number, a list; "" for none.
	 *
	 * @return mixed
	 */
	public function get(int $post, string $name);

	/**
	 * The options record as this store keeps it, [] for none.
	 *
	 * @return array<string, mixed>
	 */
	public function options(): array;
}
