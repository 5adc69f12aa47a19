<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Properties\Property;
use Estate\Properties\Table;

/** Filters of properties and developments. */
final class FiltersTest extends Check {

	/** @var array<string, int> */
	private array $properties = [];

	public function begin(): void {
		parent::begin();
		foreach (get_posts(['post_type' => ['properties', 'developments'], 'numberposts' => -1, 'post_status' => 'any', 'fields' => 'ids']) as $id) {
			wp_delete_post($id, true);
		}
		$city  = wp_insert_term('Testville', 's_location', ['slug' => 'testville', 'parent' => $this->term('s_location', 'Province', 'test-province', 0)])['term_id'];
		$villa = $this->term('s_type', 'Castle', 'castle', 0);
		$add   = fn(string $name, array $fields, array $terms = []) => $this->properties[$name] = $this->make('properties', ['post_title' => $name], $fields, $terms);
		$add('cheap', ['reference' => 'ZT-1P', 'price_amount' => 200_000, 'bedrooms' => 2, 'bathrooms' => 1], ['s_location' => [$city], 's_type' => [$villa]]);
		$add('dear', ['reference' => 'ZT-2P', 'price_amount' => 900_000, 'bedrooms' => 9, 'bathrooms' => 4], ['s_location' => [$this->term('s_location', 'Near', 'near-province', 0)]]);
		$add('sold', ['reference' => 'ZT-3P', 'price_amount' => 500_000, 'badges' => ['sold']]);
		$add('quiet', ['reference' => 'ZT-4G', 'price_amount' => 700_000, 'price_on_ask' => '1', 'bedrooms' => 4]);
		$add('draft', ['reference' => 'ZT-5P', 'price_amount' => 300_000]);
		wp_update_post(['ID' => $this->properties['draft'], 'post_status' => 'draft']);
		\Estate\Properties\TableUpdater::flush();
	}

	public function testFilters(): void {
		foreach ([
			'price from'              => [['price_from' => '300000'], ['dear']],
			'price to'                => [['price_to' => '900000'], ['dear', 'cheap']],
			'bedrooms, plus escaped'  => [['s_beds' => '+4'], ['quiet', 'dear']],
			'bedrooms, plus a space'  => [['s_beds' => ' 4'], ['quiet', 'dear']],
			'more rooms than offered' => [['s_beds' => '99'], ['dear']],
			'bathrooms'               => [['s_baths' => '4'], ['dear']],
			'city by slug'            => [['s_city' => 'testville', 'operator' => 'slug'], ['cheap']],
			'province of the city'    => [['s_province' => 'test-province', 'operator' => 'slug'], ['cheap']],
			'city named as subarea'   => [['s_subarea' => 'testville'], ['cheap']],
			'places of two levels'    => [['s_province' => 'near-province', 's_city' => 'testville'], ['dear', 'cheap']],
			'type by slug'            => [['s_type' => 'castle'], ['cheap']],
			'unknown type'            => [['s_type' => '4711'], []],
			'unknown city'            => [['s_city' => 'atlantis', 'operator' => 'slug'], []],
			'part of a reference'     => [['search_reference' => 'zt-'], ['quiet', 'dear', 'cheap']],
			'wildcard in a reference' => [['search_reference' => 'ZT%1'], []],
			'too long a reference'    => [['search_reference' => str_repeat('Z', 60)], []],
			'with sold ones'          => [['s_sold' => '1', 'price_from' => '400000'], ['sold', 'dear']],
			'highest price first'           => [['sort_by' => 'price_high'], ['dear', 'cheap', 'quiet']],
			'lowest price first'          => [['sort_by' => 'price_low'], ['cheap', 'dear', 'quiet']],
			'quotes are plain text'   => [['search_reference' => "' OR 1=1 --"], []],
			'invalid price' => [['price_from' => 'abc', 'sort_by' => 'price_low'], ['cheap', 'dear', 'quiet']],
		] as $name => [$params, $want]) {
			$got  = $this->ids('/wp/v2/properties', $params);
			$want = array_map(fn(string $one): int => $this->properties[$one], $want);
			if (!isset($params['sort_by'])) {
				sort($got);
				sort($want);
			}
			$this->same($got, $want, $name);
		}
	}

	public function testPricesOfOtherCurrenciesAreFilteredAndSortedInEuros(): void {
		$this->properties['pounds'] = $this->make('properties', ['post_title' => 'pounds'], ['reference' => 'ZT-6P', 'price_amount' => 800_000, 'price_currency' => 'GBP']);
		\Estate\Properties\TableUpdater::flush();
		foreach ([
			'highest first'               => [['sort_by' => 'price_high', 'estate_rates' => 'USD:0.9,GBP:1.2'], ['pounds', 'dear', 'cheap', 'quiet']],
			'lowest first'                => [['sort_by' => 'price_low', 'estate_rates' => 'GBP:1.2'], ['cheap', 'dear', 'pounds', 'quiet']],
			'from'                        => [['price_from' => '950000', 'estate_rates' => 'GBP:1.2', 'sort_by' => 'price_low'], ['pounds']],
			'to'                          => [['price_to' => '950000', 'estate_rates' => 'GBP:1.2', 'sort_by' => 'price_low'], ['cheap', 'dear']],
			'without a rate: no price'    => [['price_from' => '100', 'sort_by' => 'price_low'], ['cheap', 'dear']],
			'without a rate: at the end'  => [['sort_by' => 'price_high', 'estate_rates' => "X':1,GBP:-1,GBP:a"], ['dear', 'cheap', 'pounds', 'quiet']],
		] as $name => [$params, $want]) {
			$this->same($this->ids('/wp/v2/properties', $params), array_map(fn(string $one): int => $this->properties[$one], $want), $name);
		}
	}

	public function testWithoutFiltersSoldPropertiesAreListed(): void {
		$this->same(count($this->ids('/wp/v2/properties')), 4, 'properties in the complete list');
	}

	public function testFeaturesSizesAndPositions(): void {
		$fields = fn(array $fields): array => $fields + ['precision' => 'exact'];
		$a      = $this->make('properties', [], $fields(['features' => ['heated_pool', 'Vistas al mar'], 'built_size' => 200, 'plot_size' => 900, 'terrace_size' => 40, 'lat' => '36.51', 'lng' => '-4.88']));
		$b      = $this->make('properties', [], $fields(['features' => ['Cueva única'], 'built_size' => 400, 'lat' => '36.55', 'lng' => '-4.95']));
		$c      = $this->make('developments', [], $fields(['features' => ['pool'], 'units' => [['name' => 'A', 'built' => 90, 'terrace' => 20], ['name' => 'B', 'built' => 150]], 'lat' => '36.51', 'lng' => '-4.88']));
		foreach ([
			'a general feature'         => [['s_features' => 'pool'], [$a], [$c]],
			'a name in Spanish'         => [['s_features' => 'vistas-al-mar'], [$a], []],
			'both features'             => [['s_features' => 'sea-views,pool'], [$a], []],
			'own words'                 => [['s_features' => 'CUEVA-UNICA'], [$b], []],
			'a wildcard'                => [['s_features' => 'p%l'], [], []],
			'built from'                => [['built_from' => '150'], [$a, $b], [$c]],
			'built to'                  => [['built_to' => '200'], [$a], [$c]],
			'plot: unknown is in none'  => [['plot_from' => '100', 'plot_to' => '1000'], [$a], []],
			'terrace'                   => [['terrace_to' => '30'], [], [$c]],
			'an upper bound too low'    => [['built_from' => '300', 'built_to' => '100'], [$b], []],
			'near'                      => [['s_near' => '36.51,-4.88,0.5'], [$a], [$c]],
			'farther'                   => [['s_near' => '36.51,-4.88,9'], [$a, $b], [$c]],
			'an area'                   => [['s_area' => self::encode([[36.5, -4.9], [36.52, -4.9], [36.52, -4.86], [36.5, -4.86]])], [$a], [$c]],
			'with a hole'               => [['s_area' => self::encode([[36.5, -4.97], [36.57, -4.97], [36.57, -4.86], [36.5, -4.86]]) . ',' . self::encode([[36.505, -4.89], [36.515, -4.89], [36.515, -4.87], [36.505, -4.87]])], [$b], []],
		] as $name => [$params, $properties, $developments]) {
			foreach (['properties' => $properties, 'developments' => $developments] as $type => $want) {
				$got = $this->ids("/wp/v2/$type", $params);
				sort($got);
				$this->same($got, $want, "$name: $type");
			}
		}
		foreach (['s_area' => '?', 's_near' => '36,200'] as $name => $bad) {
			$answer = $this->ask('/wp/v2/properties', [$name => $bad]);
			$this->same([$answer->get_status(), $answer->get_data()['code'] ?? ''], [400, 'rest_invalid_param'], "$name \"$bad\"");
		}
	}

	/** An encoded polyline of precision 5. */
	private static function encode(array $points): string {
		$text = '';
		$last = [0, 0];
		foreach ($points as $point) {
			foreach ([0, 1] as $i) {
				$value    = (int) round($point[$i] * 1e5);
				$step     = $value - $last[$i];
				$last[$i] = $value;
				$step     = $step < 0 ? ~($step << 1) : $step << 1;
				for (; $step >= 32; $step >>= 5) {
					$text .= chr((32 | $step & 31) + 63);
				}
				$text .= chr($step + 63);
			}
		}
		return $text;
	}

	public function testPriceOnAskIsHidden(): void {
		update_option('estate_settings', ['tell_hidden_prices' => false]);
		$this->same($this->ask('/wp/v2/properties/' . $this->properties['quiet'])->get_data()['price']['amount'], 0, 'public amount');
		update_option('estate_settings', ['tell_hidden_prices' => true]);
		$this->same($this->ask('/wp/v2/properties/' . $this->properties['quiet'])->get_data()['price']['amount'], 700_000, 'amount when only the site has access');
	}

	public function testAPagePastTheEndHasTotals(): void {
		$request = new \WP_REST_Request('GET', '/wp/v2/properties');
		$request->set_query_params(['price_to' => '900000', 'page' => 9, 'per_page' => 10]);
		$answer = apply_filters('rest_post_dispatch', rest_get_server()->dispatch($request), rest_get_server(), $request);
		$this->same([$answer->get_status(), $answer->get_headers()['X-WP-Total'] ?? ''], [400, '2'], 'status and total');
	}

	public function testReferencesAreComparedWithoutCaseAndCompletely(): void {
		$this->same(Table::byReference('properties', 'zt-1p'), $this->properties['cheap'], 'in lower case');
		$this->same(Table::byReference('properties', 'ZT-1'), 0, 'part of a reference');
		$this->same(Table::byReference('properties', 'ZT-5P'), 0, 'of a draft');
		$this->same(Table::byReference('developments', 'ZT-1P'), 0, 'of the other type');
	}

	public function testDevelopmentsHaveTheRoomsOfTheirUnits(): void {
		$id = $this->make('developments', [], ['price_from' => 100, 'price_to' => 900, 'units' => [['name' => 'A', 'beds' => 1], ['name' => 'B', 'beds' => 5, 'baths' => 3]]]);
		$this->same($this->ids('/wp/v2/developments', ['s_beds' => '5', 's_baths' => '3']), [$id], 'five bedrooms');
		$this->same($this->ids('/wp/v2/developments', ['price_from' => '500']), [$id], 'an overlapping price range');
	}

	public function testASubareaAddsItsCityAndProvince(): void {
		$id = $this->make('properties', [], [], ['s_location' => [get_term_by('slug', 'testville', 's_location')->term_id]]);
		$this->same(count(wp_get_object_terms($id, 's_location')), 2, 'locations of the property');
		$this->same((new Property(get_post($id)))->mode(), 'sale', 'price mode without any');
	}

	private function term(string $taxonomy, string $name, string $slug, int $parent): int {
		return (int) wp_insert_term($name, $taxonomy, ['slug' => $slug, 'parent' => $parent])['term_id'];
	}
}
