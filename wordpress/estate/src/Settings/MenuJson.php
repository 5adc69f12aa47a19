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

	/** What is wrong with a text, "" when nothing is. */
	public static function complaint(string $text): string {
		$tree = strlen($text) <= self::MAX_BYTES ? json_decode($text, true, self::MAX_DEPTH) : null;
		if (!is_array($tree)) {
			/* translators: %s: the parser's words */
			return sprintf(__('This is no JSON (%s).', 'estate'), strlen($text) > self::MAX_BYTES ? __('too long', 'estate') : json_last_error_msg());
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

	/** The text in lines, as an editor reads it. What is no JSON stays. */
	public static function pretty(string $text): string {
		$tree = json_decode($text, false, self::MAX_DEPTH);
		return $tree === null ? $text : (string) wp_json_encode($tree, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRETTY_PRINT);
	}

	/** The text in one line, as it is told. */
	public static function compact(string $text): string {
		return (string) wp_json_encode(json_decode($text, false, self::MAX_DEPTH), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
	}
}
