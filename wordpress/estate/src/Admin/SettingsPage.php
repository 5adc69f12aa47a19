<?php
/**
 * The plugin's own settings.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Language\Languages;
use Estate\Settings\Settings;

/** Edits the address of the site, the shared secret and the languages. */
final class SettingsPage extends Page {

	/** The secret and the address of the site are the administrator's. */
	protected const CAPABILITY = 'manage_options';

	protected function slug(): string {
		return 'connection';
	}

	protected function title(): string {
		return __('Connection', 'estate');
	}

	protected function body(): void {
		$all = (array) get_option(Settings::OPTION, []);
		Controls::grid(self::fields(), static fn(string $name) => $name === 'secret' ? '' : ($all[$name] ?? self::standard($name)));
		if (defined('ESTATE_SECRET')) {
			printf('<p class="description">%s</p>', esc_html__('The secret is set in wp-config.php (ESTATE_SECRET), which wins over this page.', 'estate'));
		} elseif (Settings::secret() !== '') {
			printf('<p class="description">%s</p>', esc_html__('A secret is set. It is not shown; leave the field empty to keep it.', 'estate'));
		}
	}

	protected function save(array $sent): array {
		$all      = (array) get_option(Settings::OPTION, []);
		$problems = [];
		foreach (self::fields() as $field) {
			$value = Clean::value($field, $sent[$field->name] ?? '');
			if ($field->name === 'secret') {
				if ($value === '') {
					continue;
				}
				if (strlen((string) $value) < Settings::MIN_SECRET_LENGTH) {
					/* translators: %d: a number */
					$problems[] = sprintf(__('The secret was not saved: it needs at least %d characters.', 'estate'), Settings::MIN_SECRET_LENGTH);
					continue;
				}
			}
			$all[$field->name] = $field->kind === Field::FLAG ? $value === '1' : $value;
		}
		if ($all['site_url'] === '' && trim((string) ($sent['site_url'] ?? '')) !== '') {
			$problems[] = __('The address of the site was not saved: it begins with https:// or http://.', 'estate');
		}
		update_option(Settings::OPTION, $all);
		return $problems;
	}

	/** @return Field[] */
	private static function fields(): array {
		$filled = array_intersect_key(Languages::DECLARED, array_flip(Languages::filled()));
		return [
			new Field('site_url', Field::URL, __('Address of the site', 'estate'), __('What visitors see, such as https://www.example.com. Previews and notices of change go there.', 'estate')),
			new Field('secret', Field::TEXT, __('Shared secret', 'estate'), __('At least 16 characters, the same as ESTATE_CMS_SECRET of the site. Better as a constant in wp-config.php.', 'estate')),
			new Field('languages', Field::CHECKS, __('Languages with content', 'estate'), __('Each language except English has its own folder, such as /es/.', 'estate'), Languages::DECLARED),
			new Field('default_language', Field::CHOICE, __('Language of content without a language', 'estate'), '', $filled),
			new Field('tell_hidden_prices', Field::FLAG, __('Send prices on ask to the site', 'estate'), __('Only if no other client than the site can reach this WordPress.', 'estate')),
		];
	}

	/** @return mixed */
	private static function standard(string $name) {
		return ['languages' => ['en', 'es'], 'default_language' => Languages::FALLBACK][$name] ?? '';
	}
}
