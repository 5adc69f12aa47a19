<?php
/**
 * The form of properties and developments.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\PostTypes;
use Estate\Language\Languages;
use Estate\Properties\Property;

/** Lists the fields of each meta box. */
final class PropertyForm {

	/** @return Field[] */
	public static function facts(bool $development): array {
		$fields = [
			new Field('reference', Field::TEXT, __('Reference', 'estate'), __('The agency\'s code, such as ZR1001P.', 'estate')),
			new Field('promo_name', Field::TEXT, __('Name', 'estate'), __('Name of the property, shown over its picture.', 'estate')),
		];
		if (!$development) {
			array_push(
				$fields,
				new Field('bedrooms', Field::NUMBER, __('Bedrooms', 'estate')),
				new Field('bathrooms', Field::NUMBER, __('Bathrooms', 'estate')),
				new Field('built_size', Field::NUMBER, __('Built size', 'estate'), '', [], 'm²'),
				new Field('plot_size', Field::NUMBER, __('Plot size', 'estate'), '', [], 'm²'),
				new Field('terrace_size', Field::NUMBER, __('Terrace size', 'estate'), '', [], 'm²'),
				new Field('registration_number', Field::TEXT, __('Tourist register number', 'estate'), __('Required by law in advertisements of holiday rentals.', 'estate')),
				new Field('units_of', Field::POST, __('Unit of the development', 'estate'), '', [PostTypes::DEVELOPMENTS])
			);
		}
		return array_merge($fields, [
			new Field('agent', Field::USER, __('Agent', 'estate')),
			new Field('badges', Field::CHECKS, __('Badges', 'estate'), '', [
				'sold' => __('Sold', 'estate'), 'new' => __('New', 'estate'), 'exclusive' => __('Exclusive', 'estate'), 'featured' => __('Featured', 'estate'),
			]),
			new Field('features', Field::FEATURES, __('Features', 'estate')),
		]);
	}

	/** @return Field[] what buyers and portals ask for */
	public static function details(): array {
		return [
			new Field('availability', Field::CHOICE, __('Status', 'estate'), __('Empty follows the badge Sold.', 'estate'), [
				'available' => __('available', 'estate'), 'under_offer' => __('under offer', 'estate'), 'reserved' => __('reserved', 'estate'),
				'sold' => __('sold', 'estate'), 'let' => __('let', 'estate'), 'withdrawn' => __('no longer available', 'estate'),
			]),
			new Field('usable_size', Field::NUMBER, __('Usable size', 'estate'), '', [], 'm²'),
			new Field('built_year', Field::TEXT, __('Year built', 'estate')),
			new Field('new_build', Field::FLAG, __('New build, never lived in', 'estate')),
			new Field('floor', Field::TEXT, __('Floor', 'estate'), __('A number, or ground.', 'estate')),
			new Field('orientation', Field::CHOICE, __('Orientation', 'estate'), '', [
				'north' => __('north', 'estate'), 'north-east' => __('north-east', 'estate'), 'east' => __('east', 'estate'), 'south-east' => __('south-east', 'estate'),
				'south' => __('south', 'estate'), 'south-west' => __('south-west', 'estate'), 'west' => __('west', 'estate'), 'north-west' => __('north-west', 'estate'),
			]),
			new Field('tenure', Field::CHOICE, __('Tenure', 'estate'), __('Empty means freehold.', 'estate'), [
				'leasehold' => __('leasehold', 'estate'), 'part_ownership' => __('part ownership', 'estate'),
			]),
			new Field('community_fee', Field::NUMBER, __('Community fee a year', 'estate'), '', [], '€'),
			new Field('ibi', Field::NUMBER, __('IBI a year', 'estate'), '', [], '€'),
			new Field('waste_tax', Field::NUMBER, __('Waste tax a year', 'estate'), '', [], '€'),
			new Field('national_registration_number', Field::TEXT, __('National short-let number', 'estate')),
			new Field('sheet_document', Field::DOCUMENT, __('Information sheet (Decree 218/2005)', 'estate')),
			new Field('sheet_date', Field::TEXT, __('Date of the information sheet', 'estate'), __('Such as 2026-03-14.', 'estate')),
			new Field('street', Field::TEXT, __('Street', 'estate')),
			new Field('street_number', Field::TEXT, __('Number, door', 'estate')),
			new Field('postcode', Field::TEXT, __('Postcode', 'estate')),
			new Field('address_visibility', Field::CHOICE, __('Shown of the address', 'estate'), __('Empty hides the address from visitors and portals.', 'estate'), [
				'full' => __('all', 'estate'), 'street' => __('street and postcode', 'estate'), 'hidden' => __('nothing', 'estate'),
			]),
			new Field('country', Field::TEXT, __('Country', 'estate'), __('Two letters, such as PT. Empty means that of the agency.', 'estate')),
			new Field('cadastral_reference', Field::TEXT, __('Cadastral reference', 'estate'), __('Told only where the whole address is shown.', 'estate')),
		];
	}

	/** @return Field[] what only the agency knows */
	public static function internal(): array {
		return [
			new Field('source_system', Field::TEXT, __('Comes from', 'estate'), __('Name of the feed or program.', 'estate')),
			new Field('source_key', Field::TEXT, __('Key there', 'estate')),
			new Field('source_shared', Field::FLAG, __('Another agency\'s property', 'estate'), __('It is never given to portals.', 'estate')),
			new Field('locks', Field::CHECKS, __('Locked fields', 'estate'), __('No import changes them. A field that you change here locks itself.', 'estate'), self::lockable()),
			new Field('lister', Field::TEXT, __('Lister', 'estate')),
			new Field('private_note', Field::AREA, __('Private note', 'estate')),
			new Field('commission_value', Field::DECIMAL, __('Commission', 'estate'), '', [], '%'),
			new Field('commission_split', Field::DECIMAL, __('Share of the other agency', 'estate'), '', [], '%'),
			new Field('commission_note', Field::TEXT, __('Note on the commission', 'estate')),
		];
	}

	/** @return array<string, string> the fields that can be locked, as the forms call them */
	private static function lockable(): array {
		$labels = [
			'title' => __('Title', 'estate'), 'subtitle' => __('Subtitle', 'estate'), 'description' => __('Description', 'estate'), 'price' => __('Price', 'estate'),
			'costs' => __('Costs a year', 'estate'), 'energy' => __('Energy certificate', 'estate'), 'location' => __('Location', 'estate'), 'address' => __('Address', 'estate'),
			's_offer' => __('Offer', 'estate'), 's_type' => __('Type', 'estate'), 's_province' => __('Province', 'estate'), 's_city' => __('City', 'estate'),
			's_subarea' => __('Area of the city', 'estate'), 's_category' => __('Category', 'estate'), 'collections' => __('Collections', 'estate'), 'gallery' => __('Pictures', 'estate'),
			'plans' => __('Plans', 'estate'), 'extra' => __('Film, brochure, virtual tour', 'estate'), 'information_sheet' => __('Information sheet (Decree 218/2005)', 'estate'),
			'slug' => __('Slug', 'estate'), 'status' => __('Published or not', 'estate'),
			'private' => __('Private note, lister, commission', 'estate'),
		];
		foreach (array_merge(self::facts(false), self::details()) as $field) {
			$labels += [$field->name => $field->label];
		}
		return array_map(static fn(string $name): string => $labels[$name] ?? $name, array_combine(Property::LOCKABLE, Property::LOCKABLE));
	}

	/** @return array<string, string> the currencies of prices with their signs */
	public static function currencies(): array {
		return ['EUR' => '€', 'GBP' => '£', 'USD' => '$'];
	}

	/** @return Field[] */
	public static function price(bool $development): array {
		if ($development) {
			return [
				new Field('price_from', Field::NUMBER, __('From', 'estate'), '', [], '€'),
				new Field('price_to', Field::NUMBER, __('To', 'estate'), '', [], '€'),
				new Field('price_on_ask', Field::FLAG, __('Price on ask', 'estate'), __('Hides the amounts.', 'estate')),
			];
		}
		return array_merge([
			new Field('price_amount', Field::NUMBER, __('Price', 'estate'), __('Such as 1.250.000, 450k or 1,2 M.', 'estate')),
			new Field('price_mode', Field::CHOICE, __('Price mode', 'estate'), '', [
				'sale' => __('once (sale)', 'estate'), 'month' => __('per month', 'estate'), 'week' => __('per week', 'estate'),
				'day' => __('per day', 'estate'), '15days' => __('per 15 days', 'estate'),
			]),
			new Field('price_previous', Field::NUMBER, __('Previous price', 'estate')),
			new Field('price_currency', Field::CHOICE, __('Currency', 'estate'), __('Empty means euros.', 'estate'), array_combine(array_keys(self::currencies()), array_keys(self::currencies()))),
			new Field('price_on_ask', Field::FLAG, __('Price on ask', 'estate'), __('Hides the amount.', 'estate')),
		], self::inLanguages('price_note', Field::TEXT, __('Note on the price', 'estate'), Languages::filled()));
	}

	/**
	 * The texts beside the title and the description of WordPress, which are the English ones. TranslationFields prints
	 * those of title and description.
	 *
	 * @return Field[]
	 */
	public static function words(): array {
		$slugs = array_map(
			static fn(string $language): Field => new Field('slug_' . $language, Field::TEXT, self::named(__('Slug', 'estate'), $language), __('Empty means the same slug in all languages.', 'estate')),
			Languages::others()
		);
		return array_merge(self::inLanguages('subtitle', Field::TEXT, __('Subtitle', 'estate'), Languages::filled()), $slugs);
	}

	/** @return array<string, Field[]> title and description of a language */
	public static function translation(string $language): array {
		return [
			'title'       => [new Field('title_' . $language, Field::TEXT, self::named(__('Title', 'estate'), $language))],
			'description' => [new Field('description_' . $language, Field::HTML, self::named(__('Description', 'estate'), $language))],
		];
	}

	/** @return Field[] */
	public static function pictures(): array {
		return [
			new Field('gallery', Field::PICTURES, __('Gallery', 'estate'), __('Drag the pictures into their order, or move one by the arrow keys.', 'estate')),
			new Field('plans', Field::PICTURES, __('Plans', 'estate')),
			new Field('video', Field::FILM, __('Video', 'estate'), __('A film of the media library, or the address of one at YouTube or Vimeo.', 'estate')),
			new Field('virtual_tour', Field::URL, __('Virtual tour', 'estate'), __('Its address.', 'estate')),
			new Field('pdf', Field::DOCUMENT, __('Brochure', 'estate'), __('A PDF of the media library. Empty means the PDF that the site generates.', 'estate')),
			new Field('htmls', Field::EMBEDS, __('Embed codes', 'estate'), __('One per line.', 'estate')),
		];
	}

	/** @return Field[] */
	public static function units(): array {
		$columns = [new Field('name', Field::TEXT, __('Unit', 'estate'))];
		foreach (Languages::filled() as $language) {
			$columns[] = new Field('type_' . $language, Field::TEXT, self::named(__('Type', 'estate'), $language));
		}
		array_push(
			$columns,
			new Field('floor', Field::TEXT, __('Floor', 'estate')),
			new Field('beds', Field::NUMBER, __('Beds', 'estate')),
			new Field('baths', Field::NUMBER, __('Baths', 'estate')),
			new Field('built', Field::NUMBER, __('Built m²', 'estate')),
			new Field('terrace', Field::NUMBER, __('Terrace m²', 'estate')),
			new Field('price', Field::NUMBER, __('Price €', 'estate')),
			new Field('availability', Field::CHOICE, __('Availability', 'estate'), '', [
				'available' => __('available', 'estate'), 'reserved' => __('reserved', 'estate'), 'sold' => __('sold', 'estate'),
			])
		);
		$phases = array_map(static fn(string $language): Field => new Field($language, Field::TEXT, Languages::DECLARED[$language]), Languages::filled());
		return array_merge(
			[new Field('units', Field::ROWS, __('Units', 'estate'), '', $columns)],
			self::inLanguages('delivery', Field::TEXT, __('Delivery', 'estate'), Languages::filled()),
			[new Field('phases', Field::ROWS, __('Phases', 'estate'), '', $phases)]
		);
	}

	/** @return Field[] */
	public static function place(): array {
		$letters = array_combine(range('A', 'G'), range('A', 'G'));
		return [
			new Field('lat', Field::DECIMAL, __('Latitude', 'estate')),
			new Field('lng', Field::DECIMAL, __('Longitude', 'estate')),
			new Field('precision', Field::CHOICE, __('Shown on the map', 'estate'), '', [
				'exact' => __('exact position', 'estate'), 'street' => __('the street', 'estate'), 'area' => __('the area', 'estate'),
			]),
			new Field('energy_status', Field::CHOICE, __('Energy certificate', 'estate'), '', [
				'rated' => __('rated', 'estate'), 'pending' => __('pending', 'estate'), 'exempt' => __('exempt', 'estate'),
			]),
			new Field('energy_consumption', Field::CHOICE, __('Consumption', 'estate'), '', $letters),
			new Field('energy_consumption_value', Field::DECIMAL, __('Consumption value', 'estate'), '', [], 'kWh/m²'),
			new Field('energy_emissions', Field::CHOICE, __('Emissions', 'estate'), '', $letters),
			new Field('energy_emissions_value', Field::DECIMAL, __('Emissions value', 'estate'), '', [], 'kg CO₂/m²'),
		];
	}

	/**
	 * @param string[] $languages
	 * @return Field[]
	 */
	private static function inLanguages(string $name, string $kind, string $label, array $languages): array {
		return array_map(static fn(string $language): Field => new Field($name . '_' . $language, $kind, self::named($label, $language)), $languages);
	}

	/** A label with its language. */
	public static function named(string $label, string $language): string {
		return $label . ' (' . Languages::DECLARED[$language] . ')';
	}
}
