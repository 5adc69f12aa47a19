<?php
/**
 * Areas of the search.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Properties;

/**
 * Reads s_area (encoded polylines of precision 5, joined by commas) and s_near (lat,lng,km), and finds the
 * positions within, as the site does: by the even-odd rule over all rings, and by the great-circle distance.
 */
final class Area {

	private const MAX_TEXT = 8000;

	private const MAX_POINTS = 1000;

	private const MAX_KM = 200;

	/** The limit of the Mercator projection. */
	private const MAX_LATITUDE = 85;

	private const EARTH_RADIUS_KM = 6371.0088;

	/**
	 * The rings of s_area, null for a text that cannot be read.
	 *
	 * @return array<int, array<int, array{float, float}>>|null points as latitude and longitude
	 */
	public static function rings(string $text): ?array {
		if (strlen($text) > self::MAX_TEXT) {
			return null;
		}
		$rings = [];
		$count = 0;
		foreach (explode(',', $text) as $encoded) {
			$points = self::decode($encoded);
			$ring   = $points === null ? null : self::ring($points);
			if ($ring === null || ($count += count($ring)) > self::MAX_POINTS) {
				return null;
			}
			$rings[] = $ring;
		}
		return $rings;
	}

	/** @return array{float, float, float}|null latitude, longitude and kilometres of s_near, null for a text that cannot be read */
	public static function near(string $text): ?array {
		$parts = array_map('trim', explode(',', $text));
		if (count($parts) !== 3 || array_filter($parts, 'is_numeric') !== $parts) {
			return null;
		}
		$near = [self::round((float) $parts[0], 1e5), self::round((float) $parts[1], 1e5), self::round((float) $parts[2], 1e3)];
		$good = abs($near[0]) <= self::MAX_LATITUDE && abs($near[1]) <= 180 && $near[2] > 0 && $near[2] <= self::MAX_KM;
		return $good ? $near : null;
	}

	/**
	 * Reports whether a point lies in rings: a ring within a ring is a hole.
	 *
	 * @param array<int, array<int, array{float, float}>> $rings
	 */
	public static function contains(array $rings, float $lat, float $lng): bool {
		$inside = false;
		foreach ($rings as $ring) {
			foreach ($ring as $i => $a) {
				$b = $ring[($i + 1) % count($ring)];
				if (($a[0] > $lat) !== ($b[0] > $lat) && $lng < $a[1] + ($lat - $a[0]) / ($b[0] - $a[0]) * ($b[1] - $a[1])) {
					$inside = !$inside;
				}
			}
		}
		return $inside;
	}

	/** The great-circle distance in kilometres. */
	public static function distance(float $latA, float $lngA, float $latB, float $lngB): float {
		$sinLat = sin(deg2rad($latB - $latA) / 2);
		$sinLng = sin(deg2rad($lngB - $lngA) / 2);
		return 2 * self::EARTH_RADIUS_KM * asin(min(1.0, sqrt($sinLat * $sinLat + cos(deg2rad($latA)) * cos(deg2rad($latB)) * $sinLng * $sinLng)));
	}

	/**
	 * The position that visitors may know: an exact one to about a metre, any other on a grid of 0.01 degrees.
	 *
	 * @return array{float, float} [0.0, 0.0] where there is none
	 */
	public static function publicPosition(float $lat, float $lng, string $precision): array {
		if (abs($lat) > 90 || abs($lng) > 180) {
			return [0.0, 0.0];
		}
		$scale = $precision === 'exact' ? 1e5 : 100.0;
		return [self::round($lat, $scale), self::round($lng, $scale)];
	}

	/** Rounds half away from zero. round() of PHP also rounds what is almost half. */
	private static function round(float $value, float $scale): float {
		return ($value < 0 ? -1 : 1) * floor(abs($value * $scale) + 0.5) / $scale;
	}

	/** @return array<int, array{float, float}>|null the points of an encoded polyline */
	private static function decode(string $text): ?array {
		$values = [];
		$value  = 0;
		$shift  = 0;
		foreach (str_split($text) as $char) {
			$bits = ord($char) - 63;
			if ($bits < 0 || $bits > 63 || $shift > 55) {
				return null;
			}
			$value |= ($bits & 31) << $shift;
			$shift += 5;
			if ($bits < 32) {
				$values[] = ($value & 1) === 1 ? ~($value >> 1) : $value >> 1;
				$value    = 0;
				$shift    = 0;
			}
		}
		if ($shift > 0 || count($values) % 2 === 1) {
			return null;
		}
		$points = [];
		$lat    = 0;
		$lng    = 0;
		foreach (array_chunk($values, 2) as [$north, $east]) {
			$points[] = [($lat += $north) / 1e5, ($lng += $east) / 1e5];
		}
		return $points;
	}

	/**
	 * A ring of at least three points, none twice in a row; null for other points.
	 *
	 * @param array<int, array{float, float}> $points
	 * @return array<int, array{float, float}>|null
	 */
	private static function ring(array $points): ?array {
		$ring = [];
		foreach ($points as $point) {
			if (abs($point[0]) > self::MAX_LATITUDE || abs($point[1]) > 180) {
				return null;
			}
			if ($ring === [] || end($ring) !== $point) {
				$ring[] = $point;
			}
		}
		if (count($ring) > 1 && $ring[0] === end($ring)) {
			array_pop($ring);
		}
		$lngs = array_column($ring, 1);
		return count($ring) < 3 || max($lngs) - min($lngs) > 180 ? null : $ring;
	}
}
