<?php
/**
 * Uploaded pictures.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Media;

use Estate\Module;

/**
 * Converts pictures that browsers cannot show (HEIC of phones, TIFF, BMP) to JPEG when this server can, and refuses
 * them with a remedy when it cannot. The site would leave them out without a word.
 */
final class Uploads implements Module {

	/** The maximum number of pixels that the site reads. */
	public const MAX_PIXELS = 50_000_000;

	private const QUALITY = 90;

	public function register(): void {
		add_filter('wp_handle_upload_prefilter', [$this, 'file']);
		add_filter('wp_handle_sideload_prefilter', [$this, 'file']);
	}

	/**
	 * Converts or refuses an uploaded file.
	 *
	 * @param array<string, mixed> $file name, tmp_name, type, size, error
	 * @return array<string, mixed>
	 */
	public function file(array $file): array {
		$path = (string) ($file['tmp_name'] ?? '');
		$type = is_readable($path) ? self::type((string) file_get_contents($path, false, null, 0, 64)) : '';
		if ($type === '') {
			return self::checked($file, $path);
		}
		if (self::convert($path, $type)) {
			clearstatcache(true, $path);
			return ['name' => preg_replace('/\.\w+$/', '', (string) $file['name']) . '.jpg', 'type' => 'image/jpeg', 'size' => (int) filesize($path)] + $file;
		}
		$names         = ['image/heic' => 'HEIC', 'image/tiff' => 'TIFF', 'image/bmp' => 'BMP'];
		/* translators: 1: the name of a file, 2: a format such as HEIC */
		$file['error'] = sprintf(__('%1$s is a %2$s picture, which visitors cannot see and this server cannot convert. Save it as JPEG and upload that. On an iPhone, Settings → Camera → Formats → Most Compatible makes JPEG pictures.', 'estate'), (string) $file['name'], $names[$type]);
		return $file;
	}

	/** The type of a picture that browsers cannot show, from its first bytes; "" for any other file. */
	public static function type(string $head): string {
		if (in_array(substr($head, 0, 4), ["II*\0", "MM\0*", "II+\0", "MM\0+"], true)) {
			return 'image/tiff';
		}
		if (str_starts_with($head, 'BM') && strlen($head) > 18 && substr($head, 6, 4) === "\0\0\0\0") {
			return 'image/bmp';
		}
		$brands = substr($head, 4, 4) === 'ftyp' ? substr($head, 8, 56) : '';
		return preg_match('/^(heic|heix|heim|heis|hevc|hevx)|^(mif1|msf1).*(heic|heix|hevc)/s', $brands) === 1 ? 'image/heic' : '';
	}

	/** Refuses a picture with more pixels than the site reads. */
	private static function checked(array $file, string $path): array {
		$size = str_starts_with((string) ($file['type'] ?? ''), 'image/') && is_readable($path) ? wp_getimagesize($path) : false;
		if (is_array($size) && $size[0] * $size[1] > self::MAX_PIXELS) {
			/* translators: 1: the name of a file, 2: a number, 3: a number */
			$file['error'] = sprintf(__('%1$s has %2$s million pixels. The site reads pictures of %3$s million at most: make it smaller.', 'estate'), (string) $file['name'], number_format_i18n($size[0] * $size[1] / 1e6), number_format_i18n(self::MAX_PIXELS / 1e6));
		}
		return $file;
	}

	/** Replaces a file by its JPEG. */
	private static function convert(string $path, string $type): bool {
		if (!wp_image_editor_supports(['mime_type' => $type])) {
			return false;
		}
		$editor = wp_get_image_editor($path, ['mime_type' => $type]);
		if (is_wp_error($editor)) {
			return false;
		}
		$editor->maybe_exif_rotate();
		$editor->set_quality(self::QUALITY);
		$saved = $editor->save($path . '.jpg', 'image/jpeg');
		if (is_wp_error($saved)) {
			return false;
		}
		$done = copy($saved['path'], $path);
		wp_delete_file($saved['path']);
		return $done;
	}
}
