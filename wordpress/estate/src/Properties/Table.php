<?php
/**
 * The search table.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Properties;

use Estate\Content\Places;
use Estate\Content\PostTypes;
use Estate\Fields\Fields;
use Estate\Fields\Number;

/** Stores one row per property with the columns of the filters and sort orders. */
final class Table {

	/** The sizes of a unit that a development has the largest of. */
	private const OF_UNITS = ['beds', 'baths', 'built', 'terrace'];

	/** Its name with the table prefix. */
	public static function name(): string {
		global $wpdb;
		return $wpdb->prefix . 'estate_homes';
	}

	/** Creates or upgrades it. */
	public static function create(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		dbDelta('CREATE TABLE ' . self::name() . " (
			post_id bigint(20) unsigned NOT NULL,
			type varchar(20) NOT NULL,
			reference varchar(60) NOT NULL DEFAULT '',
			price int unsigned NOT NULL DEFAULT 0,
			price_to int unsigned NOT NULL DEFAULT 0,
			currency varchar(3) NOT NULL DEFAULT '',
			beds int unsigned NOT NULL DEFAULT 0,
			baths int unsigned NOT NULL DEFAULT 0,
			province bigint(20) unsigned NOT NULL DEFAULT 0,
			city bigint(20) unsigned NOT NULL DEFAULT 0,
			subarea bigint(20) unsigned NOT NULL DEFAULT 0,
			sold tinyint(1) NOT NULL DEFAULT 0,
			built int unsigned NOT NULL DEFAULT 0,
			plot int unsigned NOT NULL DEFAULT 0,
			terrace int unsigned NOT NULL DEFAULT 0,
			lat double NOT NULL DEFAULT 0,
			lng double NOT NULL DEFAULT 0,
			features text NOT NULL,
			words text NOT NULL,
			PRIMARY KEY  (post_id),
			KEY type_price (type,price),
			KEY reference (reference)
		) " . $wpdb->get_charset_collate());
	}

	/** Replaces the row of a property, or deletes it when the property no longer exists. */
	public static function update(int $id): void {
		global $wpdb;
		$post = get_post($id);
		if (!$post instanceof \WP_Post || !PostTypes::isPropertyType($post->post_type)) {
			$wpdb->delete(self::name(), ['post_id' => $id]);
			return;
		}
		$wpdb->replace(self::name(), self::line(new Property($post)));
	}

	/** Replaces all rows and returns their number. */
	public static function rebuild(): int {
		global $wpdb;
		$types = "'" . implode("','", PostTypes::PROPERTY_TYPES) . "'";
		// phpcs:ignore WordPress.DB.PreparedSQL -- constant names.
		$wpdb->query('DELETE FROM ' . self::name() . " WHERE post_id NOT IN (SELECT ID FROM $wpdb->posts WHERE post_type IN ($types))");
		$last  = 0;
		$count = 0;
		do {
			// phpcs:ignore WordPress.DB.PreparedSQL
			$ids = $wpdb->get_col($wpdb->prepare("SELECT ID FROM $wpdb->posts WHERE post_type IN ($types) AND ID > %d ORDER BY ID LIMIT 500", $last));
			_prime_post_caches(array_map('intval', $ids));
			foreach ($ids as $id) {
				self::update((int) $id);
				$last = (int) $id;
				$count++;
			}
		} while ($ids !== []);
		return $count;
	}

	/** The published property with a reference, compared without case; 0 for none. */
	public static function byReference(string $type, string $reference): int {
		global $wpdb;
		TableUpdater::flush();
		$found = $wpdb->get_results($wpdb->prepare(
			// phpcs:ignore WordPress.DB.PreparedSQL
			'SELECT h.post_id, h.reference FROM ' . self::name() . " h JOIN $wpdb->posts p ON p.ID = h.post_id
			WHERE h.type = %s AND h.reference = %s AND p.post_status = 'publish' ORDER BY p.post_modified_gmt DESC, p.ID DESC",
			$type, $reference
		));
		foreach ($found as $line) {
			// The collation of the database equates é and e.
			if (mb_strtolower($line->reference) === mb_strtolower($reference)) {
				return (int) $line->post_id;
			}
		}
		return 0;
	}

	/** @return array<string, float|int|string> */
	private static function line(Property $property): array {
		[$from, $to]                = $property->publicPrices();
		[$province, $city, $subarea] = Places::of($property->post->ID);
		$facts = [
			'beds'    => $property->count('bedrooms'), 'baths' => $property->count('bathrooms'), 'built' => $property->count('built_size'),
			'terrace' => $property->count('terrace_size'), 'plot' => $property->count('plot_size'),
		];
		if ($property->isDevelopment()) {
			$facts['plot'] = 0;
			foreach (self::OF_UNITS as $name) {
				$sizes        = array_map(static fn(array $unit): int => Number::whole($unit[$name] ?? 0), $property->units());
				$facts[$name] = max(0, ...$sizes, ...[0]);
			}
		}
		$id          = $property->post->ID;
		[$lat, $lng] = Area::publicPosition(Fields::decimal($id, 'lat'), Fields::decimal($id, 'lng'), $property->text('precision'));
		return [
			'post_id' => $id, 'type' => $property->post->post_type,
			'reference' => mb_substr(trim($property->text('reference')), 0, 60), 'price' => $from, 'price_to' => $to, 'currency' => $property->isDevelopment() ? '' : $property->text('price_currency'),
			'province' => $province, 'city' => $city, 'subarea' => $subarea, 'sold' => (int) $property->isSold(),
			'lat' => $lat, 'lng' => $lng, 'features' => ',' . implode(',', Features::slugs($property->texts('features'))) . ',',
			'words' => implode("\n", array_merge(array_values($property->title()), array_values($property->translations('subtitle')), [$property->text('promo_name'), $property->text('reference')])),
		] + $facts;
	}
}
