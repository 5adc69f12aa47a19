<?php
/**
 * The agency's options.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Fields\Fields;
use Estate\Language\Languages;
use Estate\Settings\Options;

/** Edits the options record: names, contact, logos, networks. */
final class AgencyPage extends Page {

	protected function slug(): string {
		return '';
	}

	protected function title(): string {
		return __('Agency', 'estate');
	}

	protected function body(): void {
		if (Fields::store()->options() !== []) {
			printf('<div class="notice notice-info inline"><p>%s</p></div>', esc_html__('Advanced Custom Fields has an options page: what is filled in there wins over this one.', 'estate'));
		}
		$all = Options::all();
		foreach (self::groups() as $title => $fields) {
			printf('<h2>%s</h2>', esc_html($title));
			Controls::grid($fields, static fn(string $name) => $all[$name] ?? '');
		}
	}

	protected function save(array $sent): array {
		$all      = Options::all();
		$problems = [];
		foreach (self::groups() as $fields) {
			foreach ($fields as $field) {
				$value = Clean::value($field, $sent[$field->name] ?? '');
				// A logo may be an address that an import has set. It stays when no picture is chosen.
				if ($field->kind === Field::PICTURE && $value === '' && is_string($all[$field->name] ?? null) && !is_numeric($all[$field->name]) && ($sent[$field->name] ?? '') === '') {
					continue;
				}
				$all[$field->name] = $value;
				$warning           = in_array($field->kind, [Field::HOURS, Field::DAYS], true) ? Controls::warning($field, $value) : '';
				if ($warning !== '') {
					$problems[] = $field->label . ': ' . $warning;
				}
			}
		}
		if (self::notice($all) !== self::notice(Options::all())) {
			$all['notice_date'] = current_time('mysql', true); // visitors who closed the old notice see the new one
		}
		update_option(Options::OPTION, $all);
		return $problems;
	}

	/**
	 * @param array<string, mixed> $all
	 * @return array<string, string> the words of the notice
	 */
	private static function notice(array $all): array {
		$words = array_filter($all, static fn($value, $name): bool => is_string($value) && $value !== '' && preg_match('/^notice_(title|text|label|link)_/', (string) $name) === 1, ARRAY_FILTER_USE_BOTH);
		ksort($words);
		return $words;
	}

	/** @return array<string, Field[]> */
	private static function groups(): array {
		return [
			__('Name', 'estate')     => array_merge(
				self::inLanguages('site_title', Field::TEXT, __('Name of the site', 'estate')),
				self::inLanguages('tagline', Field::TEXT, __('Tagline', 'estate')),
				self::inLanguages('legal_note', Field::TEXT, __('Licence and consumer law in the footer', 'estate')),
				[
					new Field('company', Field::TEXT, __('Company', 'estate'), __('The legal name in the footer.', 'estate')),
					new Field('agents', Field::NUMBER, __('Agents', 'estate'), __('The texts for search engines say "more than" this number. Empty: they say none.', 'estate')),
					new Field('years', Field::NUMBER, __('Years of experience', 'estate'), __('The texts for search engines say "over" this number. Empty: they say none.', 'estate')),
				]
			),
			__('Contact', 'estate')  => array_merge(
				[
					new Field('phone_1', Field::TEXT, __('Phone', 'estate')), new Field('phone_2', Field::TEXT, __('Second phone', 'estate')),
					new Field('mail_1', Field::TEXT, __('E-mail', 'estate')), new Field('mail_2', Field::TEXT, __('Second e-mail', 'estate')),
				],
				self::inLanguages('address', Field::AREA, __('Address', 'estate')),
				self::inLanguages('hours', Field::AREA, __('Hours', 'estate')),
				self::inLanguages('sell_link', Field::LINK, __('Link of "Sell your property with us"', 'estate'))
			),
			__('Viewings', 'estate') => [
				new Field('viewing_hours', Field::HOURS, __('Hours of viewings', 'estate'), __('One line for each group of days: mon-fri 10:00-14:00, 16:00-18:30. Empty: the usual hours. The word none: the site takes no viewing requests.', 'estate')),
				new Field('days_off', Field::DAYS, __('Days without viewings', 'estate'), __('2026-12-25, or 12-25 for every year, or 2026-12-24..2027-01-06. Separate them by commas or lines.', 'estate')),
			],
			__('Costs of buying', 'estate') => [
				new Field('buying_costs', Field::AREA, __('Table of taxes and fees', 'estate'), __('Empty: the table for Andalusia. The word none: pages show no costs. Else one line each for date, source, link, provinces, transfer, vat, duty, notary, registry and lawyer, such as transfer: 7 or notary: 0.1-0.5.', 'estate')),
			],
			__('Notice to all visitors', 'estate') => array_merge(
				self::inLanguages('notice_title', Field::TEXT, __('Title', 'estate')),
				self::inLanguages('notice_text', Field::AREA, __('Text', 'estate')),
				self::inLanguages('notice_label', Field::TEXT, __('Button', 'estate')),
				self::inLanguages('notice_link', Field::LINK, __('Link of the button', 'estate'))
			),
			__('Logos', 'estate')    => [
				new Field('logo_light_2', Field::PICTURE, __('Light logo', 'estate'), __('Without it the site shows its default.', 'estate')),
				new Field('logo_light_mobile', Field::PICTURE, __('Light mark for phones', 'estate')),
				new Field('logo_dark_mobile', Field::PICTURE, __('Dark mark for phones', 'estate')),
			],
			__('Places nearby', 'estate') => [
				new Field('places', Field::ROWS, __('Places with distances', 'estate'), __('The pages of properties name the nearest of each kind with its distance as the crow flies. Coordinates in degrees, such as 36.5070 and -4.8905.', 'estate'), array_merge(
					[new Field('kind', Field::CHOICE, __('Kind', 'estate'), '', self::placeKinds())],
					self::inLanguages('name', Field::TEXT, __('Name', 'estate')),
					[new Field('lat', Field::DECIMAL, __('Latitude', 'estate')), new Field('lng', Field::DECIMAL, __('Longitude', 'estate'))]
				)),
				new Field('places_km', Field::TEXT, __('Up to which distance', 'estate'), __('In kilometres, by kind: airport 80, station 15, beach 10. 0: none of the kind. Kinds that are not named keep their usual distance.', 'estate')),
			],
			__('Networks', 'estate') => [
				new Field('social', Field::ROWS, __('Social network pages', 'estate'), '', [
					new Field('name', Field::TEXT, __('Network', 'estate')), new Field('url', Field::URL, __('Address', 'estate')),
				]),
			],
		];
	}

	/** @return array<string, string> the kinds of places by name */
	private static function placeKinds(): array {
		return [
			'beach'    => __('Beach', 'estate'),
			'centre'   => __('Town centre', 'estate'),
			'golf'     => __('Golf', 'estate'),
			'marina'   => __('Marina', 'estate'),
			'school'   => __('School', 'estate'),
			'shops'    => __('Shopping', 'estate'),
			'hospital' => __('Hospital', 'estate'),
			'station'  => __('Railway station', 'estate'),
			'airport'  => __('Airport', 'estate'),
		];
	}

	/** @return Field[] */
	private static function inLanguages(string $name, string $kind, string $label): array {
		return array_map(static fn(string $language): Field => new Field($name . '_' . $language, $kind, PropertyForm::named($label, $language)), Languages::filled());
	}
}
