<?php
/**
 * What each field of a home looks like.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\Places;
use Estate\Content\PostTypes;
use Estate\Content\Taxonomies;
use Estate\Content\TermIds;
use Estate\Content\Terms;
use Estate\Fields\Fields;
use Estate\Fields\Number;
use Estate\Fields\Words;
use Estate\Homes\Home;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Request;
use Estate\Settings\Settings;

/** Lists the fields of properties and developments with how each is made. */
final class HomeShape {

	/**
	 * The fields of a type, each with what makes it.
	 *
	 * @return array<string, callable(Home): mixed>
	 */
	public static function fieldsOf(string $type): array {
		return self::shared() + ($type === PostTypes::DEVELOPMENTS ? self::development() : self::property());
	}

	/** @return array<string, callable(Home): mixed> */
	private static function shared(): array {
		return [
			'acf'               => [self::class, 'words'],
			'reference'         => static fn(Home $h) => trim($h->text('reference')),
			'promo_name'        => static fn(Home $h) => $h->text('promo_name'),
			'htmls'             => static fn(Home $h) => $h->texts('htmls') ?: false,
			'extra'             => static fn(Home $h) => ['video' => $h->text('video'), 'pdf' => $h->text('pdf')],
			'alternative_links' => [self::class, 'links'],
			'featured_image'    => static fn(Home $h) => Images::one((int) get_post_thumbnail_id($h->post)),
			'gallery'           => static fn(Home $h) => Images::all(Fields::ids($h->post->ID, 'gallery')),
			'plans'             => static fn(Home $h) => Images::all(Fields::ids($h->post->ID, 'plans')),
			'badges'            => static fn(Home $h) => $h->badges(),
			'features'          => static fn(Home $h) => $h->texts('features'),
			's_offer'           => static fn(Home $h) => Terms::ids($h->post->ID, Taxonomies::OFFER),
			's_type'            => static fn(Home $h) => Terms::ids($h->post->ID, Taxonomies::TYPE),
			's_province'        => static fn(Home $h) => self::place($h, 0),
			's_city'            => static fn(Home $h) => self::place($h, 1),
			's_subarea'         => static fn(Home $h) => self::place($h, 2),
			'collections'       => static fn(Home $h) => Terms::slugs($h->post->ID, Taxonomies::COLLECTIONS),
			'location'          => [self::class, 'point'],
			'energy'            => [self::class, 'energy'],
			'agent'             => [self::class, 'agent'],
		];
	}

	/** @return array<string, callable(Home): mixed> */
	private static function property(): array {
		$fields = [
			'price'               => [self::class, 'price'],
			's_category'          => static fn(Home $h) => Terms::ids($h->post->ID, Taxonomies::CATEGORY),
			'registration_number' => static fn(Home $h) => $h->text('registration_number'),
			'development'         => static fn(Home $h) => $h->count('units_of') ?: null,
			'units_of'            => static fn(Home $h) => $h->count('units_of') ?: null,
		];
		foreach (['bedrooms', 'bathrooms', 'plot_size', 'built_size', 'terrace_size'] as $name) {
			$fields[$name] = static fn(Home $h) => $h->count($name);
		}
		return $fields;
	}

	/** @return array<string, callable(Home): mixed> */
	private static function development(): array {
		return [
			'price'         => [self::class, 'prices'],
			's_categories'  => static fn(Home $h) => Terms::ids($h->post->ID, Taxonomies::CATEGORIES),
			'units'         => [self::class, 'units'],
			'delivery'      => static fn(Home $h) => Words::in($h->told('delivery'), Request::language()),
			'phases'        => [self::class, 'phases'],
		] + self::inLanguages('delivery');
	}

	/** @return array<string, callable(Home): mixed> one field for each language of a text */
	private static function inLanguages(string $name): array {
		$fields = [];
		foreach (Languages::filled() as $language) {
			$fields[$name . '_' . $language] = static fn(Home $h) => $h->text($name . '_' . $language);
		}
		return $fields;
	}

	/** @return array<string, mixed> the texts in all languages and the terms in full */
	public static function words(Home $home): array {
		$id = $home->post->ID;
		return Words::told('title', $home->title(), true)
			+ Words::told('subtitle', $home->told('subtitle'), true)
			+ Words::told('description', $home->description(), true)
			+ [
				's_offer'    => TermShape::fields(Terms::of($id, Taxonomies::OFFER)),
				's_type'     => TermShape::fields(Terms::of($id, Taxonomies::TYPE)),
				's_location' => TermShape::fields(Terms::of($id, Taxonomies::LOCATION)),
			];
	}

	/** @return array<string, string> the address in each language */
	public static function links(Home $home): array {
		$links = [];
		foreach (Languages::filled() as $language) {
			$links[$language] = Request::in($language, static fn(): string => (string) get_permalink($home->post));
		}
		return $links;
	}

	/** @return array<string, mixed> */
	public static function price(Home $home): array {
		$hidden = self::hidesPrice($home);
		return [
			'amount'   => $hidden ? 0 : $home->count('price_amount'),
			'currency' => $home->text('price_currency'),
			'mode'     => $home->mode(),
			'on_ask'   => $home->isOnAsk(),
			'previous' => $hidden ? 0 : $home->count('price_previous'),
		] + Words::worded('note', $home->told('price_note'));
	}

	/** @return array<string, mixed> */
	public static function prices(Home $home): array {
		$hidden = self::hidesPrice($home);
		return [
			'from'   => $hidden ? 0 : $home->count('price_from'),
			'to'     => $hidden ? 0 : $home->count('price_to'),
			'on_ask' => $home->isOnAsk(),
		];
	}

	/** A price on ask is nobody's business, unless nobody but the site can reach this WordPress. */
	private static function hidesPrice(Home $home): bool {
		return $home->isOnAsk() && !Settings::get('tell_hidden_prices', false);
	}

	/** @return array<string, mixed>|false */
	public static function point(Home $home) {
		$lat = Fields::decimal($home->post->ID, 'lat');
		$lng = Fields::decimal($home->post->ID, 'lng');
		return $lat === 0.0 && $lng === 0.0 ? false : ['lat' => $lat, 'lng' => $lng, 'precision' => $home->text('precision')];
	}

	/** @return array<string, mixed>|false */
	public static function energy(Home $home) {
		$label = [
			'consumption'       => $home->text('energy_consumption'),
			'consumption_value' => Fields::decimal($home->post->ID, 'energy_consumption_value'),
			'emissions'         => $home->text('energy_emissions'),
			'emissions_value'   => Fields::decimal($home->post->ID, 'energy_emissions_value'),
			'status'            => $home->text('energy_status'),
		];
		return array_filter($label) === [] ? false : $label;
	}

	/** @return array<int, array<string, mixed>> */
	public static function units(Home $home): array {
		$units = [];
		foreach ($home->units() as $unit) {
			$units[] = ['name' => Fields::plain($unit['name'] ?? '')]
				+ Words::worded('type', self::byLanguage($unit, 'type'))
				+ [
					'floor'        => Fields::plain($unit['floor'] ?? ''),
					'beds'         => Number::whole($unit['beds'] ?? 0),
					'baths'        => Number::whole($unit['baths'] ?? 0),
					'built'        => Number::whole($unit['built'] ?? 0),
					'terrace'      => Number::whole($unit['terrace'] ?? 0),
					'price'        => Number::whole($unit['price'] ?? 0),
					'availability' => in_array($unit['availability'] ?? '', Home::AVAILABILITIES, true) ? $unit['availability'] : 'available',
				];
		}
		return $units;
	}

	/** @return array<int, array<string, string>> */
	public static function phases(Home $home): array {
		$phases = [];
		foreach (Fields::rows($home->post->ID, 'phases') as $row) {
			$words = [];
			foreach (Languages::filled() as $language) {
				$words[$language] = Fields::plain($row[$language] ?? $row['name_' . $language] ?? '');
			}
			$phases[] = array_filter($words, static fn(string $text): bool => $text !== '');
		}
		return array_values(array_filter($phases));
	}

	private static function place(Home $home, int $level): ?int {
		$id = Places::of($home->post->ID)[$level];
		return $id === 0 ? null : TermIds::told($id);
	}

	/** An agent whose account has been deleted is none. */
	public static function agent(Home $home): ?int {
		$id = $home->count('agent');
		return $id > 0 && get_userdata($id) !== false ? $id : null;
	}

	/** @return array<string, string> */
	private static function byLanguage(array $row, string $name): array {
		$words = [];
		foreach (Languages::filled() as $language) {
			$words[$language] = Fields::plain($row[$name . '_' . $language] ?? '');
		}
		return array_filter($words, static fn(string $text): bool => $text !== '');
	}
}
