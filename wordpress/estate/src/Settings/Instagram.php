<?php
/**
 * The Instagram feed.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Settings;

use Estate\Rest\Images;

/** Stores the pictures of the agency's feed. It sends no request to Instagram. */
final class Instagram {

	public const OPTION = 'estate_instagram';

	/** The maximum number of pictures. */
	public const MAX_COUNT = 50;

	/** @return array<int, array<string, mixed>> the stored entries, newest first */
	public static function all(): array {
		$all = get_option(self::OPTION, []);
		return is_array($all) ? array_values(array_filter($all, 'is_array')) : [];
	}

	/** @return array<int, array<string, mixed>> the entries for a REST response */
	public static function forRest(): array {
		$data = [];
		foreach (self::all() as $i => $entry) {
			$image = Images::any($entry['image'] ?? '');
			if ($image === false) {
				continue;
			}
			$data[] = [
				'id'         => (string) ($entry['id'] ?? $i + 1),
				'caption'    => (string) ($entry['caption'] ?? ''),
				'media_type' => 'IMAGE',
				'media_url'  => $image['source_url'],
				'permalink'  => (string) ($entry['permalink'] ?? ''),
				'image'      => $image,
			];
		}
		return $data;
	}
}
