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

/** Edits the menus as a tree. A script builds it and sends menu_json (specification §3.9), which is validated before it is saved. */
final class MenusPage extends Page {

	protected function slug(): string {
		return 'menus';
	}

	protected function title(): string {
		return __('Menus', 'estate');
	}

	protected function body(): void {
		printf('<p>%s</p>', esc_html__('The menus of the header and the footer. Drag an entry by its handle, or move it by the arrows. An entry with more than one column opens as a large menu.', 'estate'));
		foreach (Languages::filled() as $language) {
			$own = (string) (Options::all()['menu_json_' . $language] ?? '');
			if ($language !== Languages::FALLBACK && $own === Options::text('menu_json', Languages::FALLBACK)) {
				$own = '';
			}
			if ($language !== Languages::FALLBACK && $own === '') {
				continue; // the menus above have all languages
			}
			if ($language !== Languages::FALLBACK) {
				/* translators: %s: a language */
				printf('<h2>%s</h2>', esc_html(sprintf(__('Other menus for %s', 'estate'), Languages::DECLARED[$language])));
			}
			$name = 'menu_json_' . $language;
			printf(
				'<div class="estate-menu-field"><textarea class="large-text code" rows="24" spellcheck="false" aria-label="%1$s" id="estate-%2$s" name="estate[%2$s]">%3$s</textarea></div>',
				esc_attr__('Menus as JSON', 'estate'), esc_attr($name), esc_textarea(MenuJson::pretty($own))
			);
		}
	}

	protected function save(array $sent): array {
		$all      = Options::all();
		$before   = (string) ($all['menu_json_' . Languages::FALLBACK] ?? '');
		$problems = [];
		foreach (Languages::filled() as $language) {
			$name = 'menu_json_' . $language;
			if (!isset($sent[$name])) {
				if (($all[$name] ?? '') === $before) {
					$all[$name] = ''; // the same menus in all languages
				}
				continue;
			}
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
