<?php
/**
 * The search filter.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Properties;

use Estate\Content\Places;
use Estate\Content\PostTypes;
use Estate\Content\Taxonomies;
use Estate\Content\TermIds;
use WP_REST_Request;

/**
 * Reads the filters of properties and developments (specification §3.12). An unknown value
 * matches nothing.
 */
final class Filter {

	/** The parameters of the filter. */
	public const KEYS = [
		's_offer', 's_type', 's_location', 's_province', 's_city', 's_subarea', 's_beds', 's_baths', 'price_from', 'price_to',
		's_category', 's_categories', 's_options', 'search_collections', 'search_reference', 'sort_by', 's_features', 's_area', 's_near',
		'built_from', 'built_to', 'plot_from', 'plot_to', 'terrace_from', 'terrace_to',
	];

	public const SIZES = ['built', 'plot', 'terrace'];

	/** The highest number of letters of a feature. */
	private const MAX_FEATURE = 60;

	public const SORTS = ['modified', 'price_high', 'price_low'];

	/** The highest number of rooms in the search. */
	private const MAX_ROOMS = 8;

	private const MAX_VALUES = 50;

	/** The id of the category Sold on the site. */
	private const SOLD = 204;

	/** The term id of an unknown value. */
	private const NO_SUCH_TERM = -1;

	/** @var array<string, int[]> wanted terms by taxonomy */
	public array $terms = [];

	/** @var array{int[], int[], int[]} provinces, cities, subareas, of which a property must be in one */
	public array $places = [[], [], []];

	/** @var string[] slugs */
	public array $collections = [];

	public int $beds = 0;

	public int $baths = 0;

	public int $priceFrom = 0;

	public int $priceTo = 0;

	/** @var array<string, float> euros of one unit of other currencies, by code */
	public array $rates = [];

	/** @var string[] slugs of features, all wanted */
	public array $features = [];

	/** @var array<string, array{int, int}> wanted sizes in m², 0 for no bound */
	public array $sizes = [];

	/** @var array<int, array<int, array{float, float}>> rings of an area */
	public array $area = [];

	/** @var array{float, float, float}|null latitude, longitude and kilometres of a circle */
	public ?array $near = null;

	public string $reference = '';

	public bool $sold = false;

	public string $sort = '';

	/** Reports whether a request has a filter. */
	public static function isAsked(WP_REST_Request $request): bool {
		foreach (self::KEYS as $key) {
			if (self::values($request, $key) !== []) {
				return true;
			}
		}
		return false;
	}

	/** Reads the filters of a request for a property type. */
	public static function of(WP_REST_Request $request, string $type): self {
		$filter            = new self();
		$bySlug            = $request->get_param('operator') === 'slug';
		$category          = $type === PostTypes::DEVELOPMENTS ? Taxonomies::CATEGORIES : Taxonomies::CATEGORY;
		foreach ([Taxonomies::OFFER, Taxonomies::TYPE, $category] as $taxonomy) {
			$filter->terms[$taxonomy] = self::ids($request, $taxonomy, $taxonomy, $bySlug);
		}
		foreach (['s_province' => 0, 's_city' => 1, 's_subarea' => 2, 's_location' => 0] as $key => $level) {
			foreach (self::ids($request, $key, Taxonomies::LOCATION, $bySlug) as $id) {
				$own                      = Places::level($id);
				$filter->places[$own < 0 ? $level : $own][] = $id;
			}
		}
		$filter->collections = array_merge(self::values($request, 's_options'), self::values($request, 'search_collections'));
		$filter->beds        = min(self::MAX_ROOMS, self::number($request, 's_beds'));
		$filter->baths       = min(self::MAX_ROOMS, self::number($request, 's_baths'));
		$filter->priceFrom   = self::number($request, 'price_from');
		$filter->priceTo     = self::number($request, 'price_to');
		foreach (self::values($request, 'estate_rates') as $pair) {
			if (preg_match('/^([A-Z]{3}):(\d{1,6}(?:\.\d{1,9})?)$/', $pair, $found) === 1) {
				$filter->rates[$found[1]] = (float) $found[2];
			}
		}
		foreach (self::values($request, 's_features') as $value) {
			$slug = Features::slug($value);
			if ($slug !== '' && mb_strlen($slug) <= self::MAX_FEATURE && !in_array($slug, $filter->features, true)) {
				$filter->features[] = $slug;
			}
		}
		foreach (self::SIZES as $size) {
			$from                  = self::number($request, $size . '_from');
			$to                    = self::number($request, $size . '_to');
			$filter->sizes[$size] = [$from, $to < $from ? 0 : $to];
		}
		$filter->area      = Area::rings(self::text($request, 's_area')) ?? [];
		$filter->near      = Area::near(self::text($request, 's_near'));
		$filter->reference = trim(self::text($request, 'search_reference'));
		$filter->sold        = in_array(self::text($request, 's_sold'), ['1', 'true'], true) || self::wantsSold($filter->terms[Taxonomies::CATEGORY] ?? []);
		$sort                = self::text($request, 'sort_by');
		$filter->sort        = in_array($sort, self::SORTS, true) ? $sort : '';
		return $filter;
	}

	/**
	 * Reports whether the category Sold is wanted, which finds sold properties.
	 *
	 * @param int[] $categories
	 */
	private static function wantsSold(array $categories): bool {
		return array_filter($categories, static fn(int $id): bool => TermIds::siteId($id) === self::SOLD) !== [];
	}

	/**
	 * The values of a parameter: a list, or a text divided by commas.
	 *
	 * @return string[]
	 */
	private static function values(WP_REST_Request $request, string $key): array {
		$given = $request->get_param($key);
		if (is_scalar($given)) {
			$given = explode(',', (string) $given);
		}
		$values = [];
		foreach (is_array($given) ? $given : [] as $value) {
			$value = is_scalar($value) ? trim((string) $value) : '';
			if ($value !== '' && count($values) < self::MAX_VALUES) {
				$values[] = $value;
			}
		}
		return $values;
	}

	/** @return int[] the term ids of a parameter with ids or slugs */
	private static function ids(WP_REST_Request $request, string $key, string $taxonomy, bool $bySlug): array {
		$ids = [];
		foreach (self::values($request, $key) as $value) {
			if (!$bySlug && preg_match('/^\+?\d{1,9}$/', $value) === 1) {
				$ids[] = TermIds::localId((int) $value);
				continue;
			}
			$term  = get_term_by('slug', sanitize_title($value), $taxonomy);
			$ids[] = $term instanceof \WP_Term ? $term->term_id : self::NO_SUCH_TERM;
		}
		return $ids;
	}

	private static function text(WP_REST_Request $request, string $key): string {
		$value = $request->get_param($key);
		return is_scalar($value) ? trim((string) $value) : '';
	}

	/** A number from 0. "+3" is 3, also when its plus was decoded as a space. */
	private static function number(WP_REST_Request $request, string $key): int {
		$text = ltrim(self::text($request, $key), '+ ');
		return is_numeric($text) ? (int) max(0, min(PHP_INT_MAX >> 1, (float) $text)) : 0;
	}
}
