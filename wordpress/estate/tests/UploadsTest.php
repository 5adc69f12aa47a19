<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Media\Uploads;

/** Uploaded pictures. */
final class UploadsTest extends Check {

	private const HEADS = [
		'phone.heic' => "\0\0\0\x18ftypheic\0\0\0\0mif1heic", 'burst.HEIC' => "\0\0\0\x1cftypmif1\0\0\0\0mif1heicmiaf", 'scan.tif' => "II*\0\x08\0\0\0", 'scan.tiff' => "MM\0*\0\0\0\x08",
		'paint.bmp'  => "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0",
	];

	/** @return array<string, mixed> the file after the filter of an upload */
	private function upload(string $name, string $bytes, string $type = ''): array {
		$path = wp_tempnam($name);
		file_put_contents($path, $bytes);
		$file = apply_filters('wp_handle_upload_prefilter', ['name' => $name, 'tmp_name' => $path, 'type' => $type, 'size' => strlen($bytes), 'error' => 0]);
		$file['bytes'] = (string) file_get_contents($path);
		unlink($path);
		return $file;
	}

	public function testPicturesOfPhonesAreRefusedAloud(): void {
		require_once ABSPATH . 'wp-admin/includes/file.php';
		foreach (self::HEADS as $name => $head) {
			$file = $this->upload($name, $head);
			$this->holds(is_string($file['error']) && str_contains($file['error'], $name) && str_contains($file['error'], 'JPEG'), "$name is refused with its remedy");
		}
		// The name does not decide: a phone also names a HEIC picture .jpg.
		$this->holds(is_string($this->upload('photo.jpg', self::HEADS['phone.heic'], 'image/jpeg')['error']), 'a HEIC picture named .jpg is refused');
		foreach (['avif.avif' => "\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", 'film.mp4' => "\0\0\0\x18ftypmp42\0\0\0\0mp42isom", 'text.txt' => 'BM is short', 'picture.jpg' => "\xff\xd8\xff\xe0"] as $name => $head) {
			$this->same($this->upload($name, $head)['error'], 0, $name);
		}
	}

	public function testPicturesOfPhonesAreConvertedWhereTheServerCan(): void {
		require_once ABSPATH . 'wp-admin/includes/file.php';
		require_once ABSPATH . 'wp-includes/class-wp-image-editor.php';
		require_once ABSPATH . 'wp-includes/class-wp-image-editor-gd.php';
		require_once __DIR__ . '/PhoneEditor.php';
		$add = static fn(): array => [PhoneEditor::class];
		add_filter('wp_image_editors', $add, 99);
		$file = $this->upload('phone.heic', self::HEADS['phone.heic'], 'image/heic');
		remove_filter('wp_image_editors', $add, 99);
		$this->same([$file['name'], $file['type'], $file['error']], ['phone.jpg', 'image/jpeg', 0], 'name, type and error');
		$this->same([substr($file['bytes'], 0, 3), $file['size']], ["\xff\xd8\xff", strlen($file['bytes'])], 'a JPEG and its size');
	}
}
