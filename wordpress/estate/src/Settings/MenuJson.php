<?php
/**
 * The JSON of menus.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Settings;

/** Checks and formats menu_json (specification §3.9). */
final class MenuJson {

	private const MAX_BYTES = 500_000;

	private const MAX_DEPTH = 20;

	public const EXAMPLE = <<<'JSON'
{"menu": {"main": {
  "helper": {"buy": {"en": "/for-sale/", "es": "/es/venta/"}},
  "items": [
    {"link": "buy", "label_en": "Buy", "label_es": "Comprar", "columns": [
      {"title_en": "Villas", "title_es": "Villas", "link": "/for-sale/villas/",
       "items": [{"link": "/for-sale/villas/marbella/", "text_en": "Marbella", "text_es": "Marbella"}]}
    ]},
    {"link": "/contact/", "label_en": "Contact", "label_es": "Contacto"}
  ]
}}}
JSON;

	/** The problem of a text, "" for none. */
	public static function complaint(string $text): string {
		$tree = strlen($text) <= self::MAX_BYTES ? json_decode($text, true, self::MAX_DEPTH) : null;
		if (!is_array($tree)) {
			/* translators: %s: the message of the JSON parser */
			return sprintf(__('This is not valid JSON (%s).', 'estate'), strlen($text) > self::MAX_BYTES ? __('too long', 'estate') : json_last_error_msg());
		}
		if (!is_array($tree['menu'] ?? null) || $tree['menu'] === []) {
			return __('"menu" with at least one named menu is missing.', 'estate');
		}
		foreach ($tree['menu'] as $name => $menu) {
			foreach (is_array($menu) && is_array($menu['items'] ?? null) ? $menu['items'] : [null] as $i => $item) {
				if (!is_array($item) || !is_string($item['link'] ?? null) || !is_string($item['label_en'] ?? null)) {
					/* translators: 1: a menu, 2: a number */
					return sprintf(__('Menu "%1$s": item %2$d needs "link" and "label_en".', 'estate'), (string) $name, (int) $i + 1);
				}
			}
		}
		return '';
	}

	/** The JSON with line breaks and indentation. Invalid JSON is returned unchanged. */
	public static function pretty(string $text): string {
		$tree = json_decode($text, false, self::MAX_DEPTH);
		return $tree === null ? $text : (string) wp_json_encode($tree, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRETTY_PRINT);
	}

	/** The JSON in one line, for REST responses. */
	public static function compact(string $text): string {
		return (string) wp_json_encode(json_decode($text, false, self::MAX_DEPTH), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
	}
}
