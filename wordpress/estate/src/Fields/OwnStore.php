<?php
/**
 * The store of the plugin.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

/** Stores fields in the meta fields of the plugin, edited in its boxes. */
final class OwnStore implements Store {

	public function name(): string {
		return __('the boxes of this plugin', 'estate');
	}

	public function has(int $post, string $name): bool {
		return false;
	}

	public function get(int $post, string $name) {
		return Meta::get($post, $name);
	}

	public function options(): array {
		return [];
	}
}
