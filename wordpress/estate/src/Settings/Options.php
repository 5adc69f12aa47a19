<?php
/**
 * The options record.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Settings;

use Estate\Fields\Fields;
use Estate\Fields\Number;
use Estate\Fields\Words;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Request;
use Estate\Rest\Images;

/** Reads the options record and formats it as in specification §3.8. */
final class Options {

	public const OPTION = 'estate_options';

	/** Fields with one text for all languages. */
	public const PLAIN = ['phone_1', 'phone_2', 'mail_1', 'mail_2', 'company', 'agents', 'years', 'viewing_hours', 'days_off', 'buying_costs', 'places_km'];

	/** Fields with one text per language. */
	public const WORDS = ['site_title', 'tagline', 'address', 'hours', 'legal_note', 'sell_link', 'menu_json', 'notice_title', 'notice_text', 'notice_label', 'notice_link'];

	public const LOGOS = ['logo_light_2', 'logo_light_mobile', 'logo_dark_mobile'];

	/** @return array<string, mixed> all stored values */
	public static function all(): array {
		$all = get_option(self::OPTION, []);
		return is_array($all) ? $all : [];
	}

	/** A text in a language, else in English. */
	public static function text(string $name, string $language): string {
		$all = self::all();
		$own = (string) ($all[$name . '_' . $language] ?? '');
		return $own !== '' ? $own : (string) ($all[$name . '_' . Languages::FALLBACK] ?? $all[$name] ?? '');
	}

	/** @return array<string, string> a text by language, filled ones only */
	public static function words(string $name): array {
		$words = [];
		foreach (Languages::filled() as $language) {
			$words[$language] = (string) (self::all()[$name . '_' . $language] ?? '');
		}
		return array_filter($words, static fn(string $text): bool => $text !== '');
	}

	/** @return array<string, mixed> the acf object of the record in the language of the request */
	public static function forRest(): array {
		$language = Request::language();
		$all      = self::all();
		$contact  = [];
		foreach (['phone_1', 'phone_2', 'mail_1', 'mail_2'] as $name) {
			$contact[$name] = (string) ($all[$name] ?? '');
		}
		$contact += ['address' => self::text('address', $language), 'company' => (string) ($all['company'] ?? ''),
			'agents' => (int) ($all['agents'] ?? 0), 'years' => (int) ($all['years'] ?? 0),
			'viewing_hours' => (string) ($all['viewing_hours'] ?? ''), 'days_off' => (string) ($all['days_off'] ?? ''),
			'buying_costs' => (string) ($all['buying_costs'] ?? '')]
			+ Words::fields('hours', self::words('hours')) + Words::fields('legal_note', self::words('legal_note'));
		$acf = ['site_title' => self::text('site_title', $language) ?: get_bloginfo('name')]
			+ ['web_info' => ['logo_light_2' => self::logo('logo_light_2')]]
			+ ['logo_light_mobile' => self::logo('logo_light_mobile'), 'logo_dark_mobile' => self::logo('logo_dark_mobile')]
			+ ['contact' => $contact, 'social' => self::social() ?: false]
			+ Words::fields('tagline', self::words('tagline'));
		$sell = array_map([Links::class, 'absolute'], self::words('sell_link'));
		if ($sell !== []) {
			$acf['sell_link'] = $sell;
		}
		$notice = self::notice();
		if ($notice !== []) {
			$acf['info_popup'] = $notice;
		}
		$places = self::places();
		if ($places !== []) {
			$acf['places'] = $places;
		}
		$km = (string) ($all['places_km'] ?? '');
		if ($km !== '') {
			$acf['places_km'] = $km;
		}
		$acf['menu_json'] = self::text('menu_json', $language);
		return array_merge($acf, Fields::store()->options());
	}

	/** @return array<string, mixed> the info popup, [] for none */
	private static function notice(): array {
		$words = Words::fields('title', self::words('notice_title')) + Words::fields('text', self::words('notice_text'));
		if ($words === []) {
			return [];
		}
		$words += Words::fields('btn_label', self::words('notice_label'));
		$links  = array_map([Links::class, 'absolute'], self::words('notice_link'));
		if ($links !== []) {
			$words['link'] = $links;
		}
		$date = (string) (self::all()['notice_date'] ?? '');
		return $words + ($date === '' ? ['date' => null, 'date_gmt' => null] : [
			'date' => str_replace(' ', 'T', get_date_from_gmt($date)), 'date_gmt' => str_replace(' ', 'T', $date),
		]);
	}

	/** @return array<int, array{name: string, url: string}> */
	public static function social(): array {
		$links = [];
		foreach ((array) (self::all()['social'] ?? []) as $link) {
			if (is_array($link) && ($link['url'] ?? '') !== '') {
				$links[] = ['name' => (string) ($link['name'] ?? ''), 'url' => (string) $link['url']];
			}
		}
		return $links;
	}

	/**
	 * The places that the pages of properties tell the distance to. Rows without a name or a position are left out.
	 *
	 * @return array<int, array<string, mixed>>
	 */
	public static function places(): array {
		$places = [];
		foreach ((array) (self::all()['places'] ?? []) as $row) {
			$lat = Number::signed((string) ($row['lat'] ?? ''));
			$lng = Number::signed((string) ($row['lng'] ?? ''));
			$words = [];
			foreach (Languages::filled() as $language) {
				$words[$language] = (string) ($row['name_' . $language] ?? '');
			}
			$words = array_filter($words, static fn(string $text): bool => $text !== '');
			if ($lat !== null && $lng !== null && $words !== []) {
				$places[] = ['kind' => (string) ($row['kind'] ?? '')] + Words::fields('name', $words) + ['lat' => (float) $lat, 'lng' => (float) $lng];
			}
		}
		return $places;
	}

	/** @return array{url: string}|false */
	private static function logo(string $name) {
		$image = Images::any(self::all()[$name] ?? '');
		return $image === false ? false : ['url' => $image['url']];
	}
}
