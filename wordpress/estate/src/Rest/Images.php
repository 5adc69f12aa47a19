<?php
/**
 * The format of pictures.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Fields\Meta;
use Estate\Fields\Words;
use Estate\Language\Languages;

/** Formats pictures of the media library as fields of other content. */
final class Images {

	/**
	 * A picture, false when it does not exist.
	 *
	 * @return array<string, mixed>|false
	 */
	public static function one(int $id) {
		$address = $id > 0 && get_post_type($id) === 'attachment' ? wp_get_attachment_url($id) : false;
		if ($address === false) {
			return false;
		}
		$details = wp_get_attachment_metadata($id);
		$alt     = self::alt($id);
		$color   = Meta::text($id, 'color');
		return [
			'id' => $id, 'ID' => $id, 'url' => $address, 'source_url' => $address,
		] + Words::withDefault('alt', $alt) + [
			'alt_text' => Words::in($alt, \Estate\Language\Request::language()),
			'width'    => (int) ($details['width'] ?? 0),
			'height'   => (int) ($details['height'] ?? 0),
		] + ($color === '' ? [] : ['color' => $color]) + self::marks($id);
	}

	public const LABELS = [
		'facade', 'living_room', 'kitchen', 'dining_room', 'bedroom', 'bathroom', 'terrace', 'balcony', 'garden', 'pool',
		'view', 'plan', 'entrance', 'study', 'garage', 'storage', 'gym', 'community', 'surroundings', 'map',
	];

	/** @return array<string, mixed> what a picture shows, and whether a program altered it */
	public static function marks(int $id): array {
		$label = Meta::text($id, 'label');
		return (in_array($label, self::LABELS, true) ? ['label' => $label] : []) + (Meta::text($id, 'altered') === '1' ? ['altered' => true] : []);
	}

	/**
	 * The existing pictures of a list.
	 *
	 * @param int[] $ids
	 * @return array<int, array<string, mixed>>
	 */
	public static function all(array $ids): array {
		_prime_post_caches($ids, false);
		return array_values(array_filter(array_map([self::class, 'one'], $ids)));
	}

	/**
	 * A picture given as an attachment id, or as an address with its size.
	 *
	 * @param mixed $value
	 * @return array<string, mixed>|false
	 */
	public static function any($value) {
		if (is_array($value)) {
			$id    = (int) ($value['id'] ?? $value['ID'] ?? 0);
			$image = $id > 0 ? self::one($id) : false;
			if ($image !== false) {
				return $image;
			}
			$address = self::address((string) ($value['source_url'] ?? $value['url'] ?? ''));
			return $address === '' ? false : ['id' => 0, 'url' => $address, 'source_url' => $address, 'alt_text' => '']
				+ ['width' => (int) ($value['width'] ?? 0), 'height' => (int) ($value['height'] ?? 0)];
		}
		if (is_numeric($value)) {
			return self::one((int) $value);
		}
		return is_string($value) && $value !== '' ? self::any(['source_url' => $value]) : false;
	}

	/** The absolute address of a picture given as an address or as a path below the uploads. */
	public static function address(string $address): string {
		if (!str_starts_with($address, '/') || str_starts_with($address, '//')) {
			return esc_url_raw($address);
		}
		$uploads = wp_get_upload_dir();
		return str_starts_with($address, '/wp-content/') ? site_url($address) : $uploads['baseurl'] . $address;
	}

	/** @return array<string, string> the alternative text by language */
	public static function alt(int $id): array {
		$words = [Languages::FALLBACK => (string) get_post_meta($id, '_wp_attachment_image_alt', true)];
		foreach (Languages::others() as $language) {
			$words[$language] = Meta::text($id, 'alt_' . $language);
		}
		return array_filter($words, static fn(string $text): bool => $text !== '');
	}
}
