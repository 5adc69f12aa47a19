<?php
/**
 * Redirects of WordPress.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Redirects;

use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Request;
use Estate\Module;

/** Redirects old links that are requested from WordPress itself. */
final class Front implements Module {

	public function register(): void {
		add_action('template_redirect', [$this, 'redirect'], 1);
	}

	/** Redirects an address in the table. Additional query parameters are ignored. */
	public function redirect(): void {
		$path  = Languages::prefix(Request::language()) . Request::path();
		$query = isset($_SERVER['QUERY_STRING']) ? (string) wp_unslash($_SERVER['QUERY_STRING']) : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- only compared.
		$pair  = Table::find($path . ($query === '' ? '' : '?' . $query)) ?? (is_404() ? Table::find($path) ?? OldSlugs::find($path) : null);
		if ($pair === null) {
			return;
		}
		wp_redirect(Links::absolute($pair['to']), $pair['status'], 'Estate'); // phpcs:ignore WordPress.Security.SafeRedirect -- an administrator set the address.
		exit;
	}
}
