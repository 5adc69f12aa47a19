<?php
/**
 * A part of the plugin.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate;

/** A part of the plugin that hooks itself into WordPress. */
interface Module {

	/** Adds the hooks. Nothing else happens yet. */
	public function register(): void;
}
