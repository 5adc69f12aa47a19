<?php
/**
 * The format of the fields of properties.
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
use Estate\Properties\Property;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Request;
use Estate\Settings\Settings;

/** Lists the fields of properties and developments with the function that returns each. */
final class PropertyShape {

	/**
	 * The fields of a type with their functions.
	 *
	 * @return array<string, callable(Property): mixed>
	 */
	public static function fieldsOf(string $type): array {
		return self::shared() + ($type === PostTypes::DEVELOPMENTS ? self::development() : self::property());
	}

	/** @return array<string, callable(Property): mixed> */
	private static function shared(): array {
		return [
			'acf'               => [self::class, 'words'],
			'reference'         => static fn(Property $p) => trim($p->text('reference')),
			'promo_name'        => static fn(Property $p) => $p->text('promo_name'),
			'htmls'             => static fn(Property $p) => $p->texts('htmls') ?: false,
			'extra'             => static fn(Property $p) => ['video' => $p->text('video'), 'pdf' => $p->text('pdf'), 'virtual_tour' => $p->text('virtual_tour')],
			'alternative_links' => [self::class, 'links'],
			'featured_image'    => static fn(Property $p) => Images::one((int) get_post_thumbnail_id($p->post)),
			'gallery'           => static fn(Property $p) => Images::all(Fields::ids($p->post->ID, 'gallery')),
			'plans'             => static fn(Property $p) => Images::all(Fields::ids($p->post->ID, 'plans')),
			'badges'            => static fn(Property $p) => $p->badges(),
			'features'          => static fn(Property $p) => $p->texts('features'),
			's_offer'           => static fn(Property $p) => Terms::ids($p->post->ID, Taxonomies::OFFER),
			's_type'            => static fn(Property $p) => Terms::ids($p->post->ID, Taxonomies::TYPE),
			's_province'        => static fn(Property $p) => self::place($p, 0),
			's_city'            => static fn(Property $p) => self::place($p, 1),
			's_subarea'         => static fn(Property $p) => self::place($p, 2),
			'collections'       => static fn(Property $p) => Terms::slugs($p->post->ID, Taxonomies::COLLECTIONS),
			'location'          => [self::class, 'point'],
			'energy'            => [self::class, 'energy'],
			'agent'             => [self::class, 'agent'],
		];
	}

	/** @return array<string, callable(Property): mixed> */
	private static function property(): array {
		$fields = [
			'price'               => [self::class, 'price'],
			's_category'          => static fn(Property $p) => Terms::ids($p->post->ID, Taxonomies::CATEGORY),
			'registration_number' => static fn(Property $p) => $p->text('registration_number'),
			'national_registration_number' => static fn(Property $p) => $p->text('national_registration_number'),
			'development'         => static fn(Property $p) => $p->count('units_of') ?: null,
			'units_of'            => static fn(Property $p) => $p->count('units_of') ?: null,
		];
		$fields += PropertyFacts::fields();
		foreach (['bedrooms', 'bathrooms', 'plot_size', 'built_size', 'terrace_size', 'usable_size', 'built_year'] as $name) {
			$fields[$name] = static fn(Property $p) => $p->count($name);
		}
		return $fields;
	}

	/** @return array<string, callable(Property): mixed> */
	private static function development(): array {
		return [
			'price'         => [self::class, 'prices'],
			's_categories'  => static fn(Property $p) => Terms::ids($p->post->ID, Taxonomies::CATEGORIES),
			'units'         => [self::class, 'units'],
			'delivery'      => static fn(Property $p) => Words::in($p->translations('delivery'), Request::language()),
			'phases'        => [self::class, 'phases'],
		] + self::inLanguages('delivery');
	}

	/** @return array<string, callable(Property): mixed> one field for each language of a text */
	private static function inLanguages(string $name): array {
		$fields = [];
		foreach (Languages::filled() as $language) {
			$fields[$name . '_' . $language] = static fn(Property $p) => $p->text($name . '_' . $language);
		}
		return $fields;
	}

	/** @return array<string, mixed> the texts in all languages and the complete terms */
	public static function words(Property $property): array {
		$id = $property->post->ID;
		return Words::fields('title', $property->title(), true)
			+ Words::fields('subtitle', $property->translations('subtitle'), true)
			+ Words::fields('description', $property->description(), true)
			+ [
				's_offer'    => TermShape::fields(Terms::of($id, Taxonomies::OFFER)),
				's_type'     => TermShape::fields(Terms::of($id, Taxonomies::TYPE)),
				's_location' => TermShape::fields(Terms::of($id, Taxonomies::LOCATION)),
			];
	}

	/** @return array<string, string> the address in each language */
	public static function links(Property $property): array {
		$links = [];
		foreach (Languages::filled() as $language) {
			$links[$language] = Request::in($language, static fn(): string => (string) get_permalink($property->post));
		}
		return $links;
	}

	/** @return array<string, mixed> */
	public static function price(Property $property): array {
		$hidden = self::hidesPrice($property);
		return [
			'amount'   => $hidden ? 0 : $property->count('price_amount'),
			'currency' => $property->text('price_currency'),
			'mode'     => $property->mode(),
			'on_ask'   => $property->isOnAsk(),
			'previous' => $hidden ? 0 : $property->count('price_previous'),
		] + Words::withDefault('note', $property->translations('price_note'));
	}

	/** @return array<string, mixed> */
	public static function prices(Property $property): array {
		$hidden = self::hidesPrice($property);
		return [
			'from'   => $hidden ? 0 : $property->count('price_from'),
			'to'     => $hidden ? 0 : $property->count('price_to'),
			'on_ask' => $property->isOnAsk(),
		];
	}

	/** Hides a price on request, unless only the site can reach this WordPress (setting tell_hidden_prices). */
	private static function hidesPrice(Property $property): bool {
		return $property->isOnAsk() && !Settings::get('tell_hidden_prices', false);
	}

	/** @return array<string, mixed>|false */
	public static function point(Property $property) {
		$lat = Fields::decimal($property->post->ID, 'lat');
		$lng = Fields::decimal($property->post->ID, 'lng');
		return $lat === 0.0 && $lng === 0.0 ? false : ['lat' => $lat, 'lng' => $lng, 'precision' => $property->text('precision')];
	}

	/** @return array<string, mixed>|false */
	public static function energy(Property $property) {
		$label = [
			'consumption'       => $property->text('energy_consumption'),
			'consumption_value' => Fields::decimal($property->post->ID, 'energy_consumption_value'),
			'emissions'         => $property->text('energy_emissions'),
			'emissions_value'   => Fields::decimal($property->post->ID, 'energy_emissions_value'),
			'status'            => $property->text('energy_status'),
		];
		return array_filter($label) === [] ? false : $label;
	}

	/** @return array<int, array<string, mixed>> */
	public static function units(Property $property): array {
		$units = [];
		foreach ($property->units() as $unit) {
			$units[] = ['name' => Fields::plain($unit['name'] ?? '')]
				+ Words::withDefault('type', self::byLanguage($unit, 'type'))
				+ [
					'floor'        => Fields::plain($unit['floor'] ?? ''),
					'beds'         => Number::whole($unit['beds'] ?? 0),
					'baths'        => Number::whole($unit['baths'] ?? 0),
					'built'        => Number::whole($unit['built'] ?? 0),
					'terrace'      => Number::whole($unit['terrace'] ?? 0),
					'price'        => Number::whole($unit['price'] ?? 0),
					'availability' => in_array($unit['availability'] ?? '', Property::AVAILABILITIES, true) ? $unit['availability'] : 'available',
				];
		}
		return $units;
	}

	/** @return array<int, array<string, string>> */
	public static function phases(Property $property): array {
		$phases = [];
		foreach (Fields::rows($property->post->ID, 'phases') as $row) {
			$words = [];
			foreach (Languages::filled() as $language) {
				$words[$language] = Fields::plain($row[$language] ?? $row['name_' . $language] ?? '');
			}
			$phases[] = array_filter($words, static fn(string $text): bool => $text !== '');
		}
		return array_values(array_filter($phases));
	}

	private static function place(Property $property, int $level): ?int {
		$id = Places::of($property->post->ID)[$level];
		return $id === 0 ? null : TermIds::siteId($id);
	}

	/** The id of the agent, null without one or when the account is deleted. */
	public static function agent(Property $property): ?int {
		$id = $property->count('agent');
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
