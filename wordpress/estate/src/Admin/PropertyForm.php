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
