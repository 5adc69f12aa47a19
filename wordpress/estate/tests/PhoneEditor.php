<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

/** An image editor that reads every picture as a small grey one, in place of an Imagick with HEIC. */
final class PhoneEditor extends \WP_Image_Editor_GD {

	public static function test($args = []) {
		return true;
	}

	public static function supports_mime_type($mime_type) {
		return true;
	}

	public function load() {
		$this->image     = imagecreatetruecolor(8, 6);
		$this->mime_type = 'image/heic';
		$this->update_size(8, 6);
		return true;
	}

	public function maybe_exif_rotate() {
		return true;
	}
}
