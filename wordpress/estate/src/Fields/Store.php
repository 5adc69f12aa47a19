<?php
/**
 * The store of fields.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

/** Stores the values of the fields of posts. */
interface Store {

	/** The name shown on the status page. */
	public function name(): string;

	/** Reports whether this store has the field of a post, so that the box of the plugin omits it. */
	public function has(int $post, string $name): bool;

	/**
	 * The value of a field: a text, a number, a list; "" for none.
	 *
	 * @return mixed
	 */
	public function get(int $post, string $name);

	/**
	 * The options record of this store, [] for none.
	 *
	 * @return array<string, mixed>
	 */
	public function options(): array;
}
