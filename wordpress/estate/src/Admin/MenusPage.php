<?php
/**
 * The menus of the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Language\Languages;
use Estate\Settings\MenuJson;
use Estate\Settings\Options;

/** Edits the menus as JSON (specification §3.9), which is validated before it is saved. */
final class MenusPage extends Page {

	protected function slug(): string {
		return 'menus';
	}

	protected function title(): string {
		return __('Menus', 'estate');
	}

	protected function body(): void {
		printf('<p>%s</p>', esc_html__('One JSON text holds all menus with their words in every language; "main" is the header\'s and "footer" the footer\'s. "helper" gives short names to links, which items may use. An item with more than one column opens as a large menu.', 'estate'));
		printf('<details><summary>%s</summary><pre class="estate-example">%s</pre></details>', esc_html__('An example', 'estate'), esc_html(MenuJson::EXAMPLE));
		foreach (Languages::filled() as $language) {
			$own = (string) (Options::all()['menu_json_' . $language] ?? '');
			if ($language !== Languages::FALLBACK && $own === Options::text('menu_json', Languages::FALLBACK)) {
				$own = '';
			}
			$name = 'menu_json_' . $language;
			printf(
				'<p><label class="estate-label" for="estate-%1$s">%2$s</label></p><textarea class="large-text code" rows="%3$d" spellcheck="false" id="estate-%1$s" name="estate[%1$s]">%4$s</textarea>',
				esc_attr($name),
				/* translators: %s: a language */
				esc_html($language === Languages::FALLBACK ? __('Menus', 'estate') : sprintf(__('Other menus for %s; empty means the same', 'estate'), Languages::DECLARED[$language])),
				$language === Languages::FALLBACK ? 24 : 6,
				esc_textarea(MenuJson::pretty($own))
			);
		}
	}

	protected function save(array $sent): array {
		$all      = Options::all();
		$problems = [];
		foreach (Languages::filled() as $language) {
			$name = 'menu_json_' . $language;
			$text = trim((string) ($sent[$name] ?? ''));
			$bad  = $text === '' ? '' : MenuJson::complaint($text);
			if ($bad !== '') {
				$problems[] = Languages::DECLARED[$language] . ': ' . $bad;
				continue;
			}
			$all[$name] = $text === '' ? '' : MenuJson::compact($text);
		}
		update_option(Options::OPTION, $all);
		return $problems;
	}
}
