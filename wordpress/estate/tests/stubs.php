<?php
/**
 * Stands for Polylang, WPML and Advanced Custom Fields, by the contracts that they document.
 *
 * @package Estate
 */

declare(strict_types=1);

use Estate\Tests\AdaptersTest as Kept;

function pll_get_post_language($id) {
	return Kept::$languages[$id] ?? false;
}

function pll_get_post_translations($id) {
	return Kept::$translations[$id] ?? [];
}

function pll_get_term_language($id) {
	return Kept::$languages[$id] ?? false;
}

function pll_get_term_translations($id) {
	return Kept::$translations[$id] ?? [];
}

function get_field_objects($id) {
	return array_map(static fn($value): array => ['value' => $value], Kept::$fields[$id] ?? []) ?: false;
}

function get_field($name, $id = false) {
	return Kept::$fields[$id][$name] ?? null;
}

function get_fields($id = false) {
	return Kept::$fields[$id] ?? false;
}
