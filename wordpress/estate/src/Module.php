<?php
/**
 * A module of the plugin.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate;

/** A module of the plugin that adds hooks to WordPress. */
interface Module {

	/** Adds the hooks and does nothing else. */
	public function register(): void;
}
