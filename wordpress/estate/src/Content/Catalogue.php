<?php
/**
 * The default terms of the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

/** Lists the terms of specification §9.13 to §9.16 with their ids, slugs and names in English and Spanish. */
final class Catalogue {

	/**
	 * The terms by taxonomy, in the order of the option lists.
	 *
	 * @return array<string, array<int, array{string, string, string}>>
	 */
	public static function terms(): array {
		return [
			Taxonomies::OFFER => [
				3  => ['for-sale', 'For Sale', 'En venta'],
				10 => ['for-rent', 'For Rent', 'En alquiler'],
				12 => ['for-holidays', 'For Holidays', 'Vacaciones'],
			],
			Taxonomies::TYPE => [
				7   => ['apartments', 'Apartments', 'Apartamentos'],
				15  => ['villas', 'Villas', 'Villas'],
				81  => ['houses', 'Houses', 'Casas'],
				100 => ['country-properties', 'Country Properties', 'Fincas y casas de campo'],
				45  => ['plots-and-lands', 'Plots and Lands', 'Parcelas y terrenos'],
				96  => ['commercials', 'Commercials', 'Locales comerciales'],
				158 => ['unique-buildings', 'Unique Buildings', 'Edificios singulares'],
				74  => ['other', 'Other', 'Otros'],
			],
			Taxonomies::CATEGORIES => [
				59 => ['exclusive', 'Exclusive', 'Exclusivas'],
				55 => ['featured', 'Featured', 'Destacadas'],
				28 => ['special', 'Special', 'Especiales'],
			],
			Taxonomies::LOCATION => [
				636 => ['marbella', 'Marbella', 'Marbella'],
				6   => ['malaga', 'Malaga', 'Málaga'],
				25  => ['cadiz', 'Cadiz', 'Cádiz'],
				347 => ['sevilla', 'Sevilla', 'Sevilla'],
				342 => ['cordoba', 'Cordoba', 'Córdoba'],
				95  => ['granada', 'Granada', 'Granada'],
				312 => ['almeria', 'Almeria', 'Almería'],
			],
		];
	}
}
