<?php
/**
 * Fields in the plugin's own meta.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Fields;

/** Keeps fields in the plugin's own meta, filled by its own boxes. */
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
