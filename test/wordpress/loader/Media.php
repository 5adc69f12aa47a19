<?php

declare(strict_types=1);

namespace EstateFixture;

/** Loads the media library, with the files below uploads/media/. */
final class Media {

	private string $from;

	private string $folder;

	/** @var array<string, int> attachments by their address in the export */
	private array $byAddress = [];

	private int $next = 980001;

	public function __construct(string $from) {
		$this->from   = rtrim($from, '/');
		$this->folder = wp_get_upload_dir()['basedir'];
		wp_mkdir_p($this->folder . '/media');
	}

	/** @param array<int, array<string, mixed>> $files */
	public function load(array $files): void {
		foreach ($files as $file) {
			$this->insert($file, $file['image'], (string) ($file['mime_type'] ?? 'image/jpeg'));
		}
	}

	/** The attachment of a picture, which is added if it is missing. */
	public function id(?array $image): int {
		$address = (string) ($image['source_url'] ?? '');
		if ($address === '') {
			return 0;
		}
		if (!isset($this->byAddress[$address])) {
			$name = sanitize_title(pathinfo($address, PATHINFO_FILENAME));
			$time = '2024-01-01T00:00:00Z';
			$this->insert(['id' => $this->next++, 'type' => 'attachment', 'slug' => $name, 'status' => 'publish', 'date' => $time, 'modified' => $time, 'title' => ['en' => $name]], $image, 'image/jpeg');
		}
		return $this->byAddress[$address];
	}

	/**
	 * @param int[] $images
	 * @return int[]
	 */
	public function ids(array $images): array {
		return array_values(array_filter(array_map([$this, 'id'], $images)));
	}

	/** Creates the file of a picture and returns its path below the uploads. */
	public function address(array $image): string {
		return $this->file((string) $image['source_url'], (int) ($image['width'] ?? 800), (int) ($image['height'] ?? 600));
	}

	private function insert(array $file, array $image, string $mime): void {
		$id = Rows::post(['status' => $file['status'] === 'publish' ? 'inherit' : $file['status']] + $file, [
			'post_title' => Rows::title($file['title']['en'] ?? ''), 'post_excerpt' => $file['caption']['en'] ?? '',
			'post_mime_type' => $mime, 'post_parent' => $file['parent'] ?? 0,
		]);
		$width  = (int) ($image['width'] ?? 0);
		$height = (int) ($image['height'] ?? 0);
		$path   = ltrim($this->file($image['source_url'], $width, $height), '/');
		Rows::meta($id, '_wp_attached_file', $path);
		Rows::meta($id, '_wp_attachment_metadata', ['width' => $width, 'height' => $height, 'file' => $path, 'sizes' => [], 'image_meta' => []]);
		Rows::meta($id, '_wp_attachment_image_alt', $image['alt']['en'] ?? '');
		Rows::fields($id, [
			'alt_es' => $image['alt']['es'] ?? '', 'title_es' => $file['title']['es'] ?? '', 'caption_es' => $file['caption']['es'] ?? '', 'color' => $image['color'] ?? '', 'label' => $image['label'] ?? '', 'altered' => ($image['altered'] ?? false) ? '1' : '',
		]);
		$this->byAddress[$image['source_url']] = $id;
	}

	/** The address of a film in the uploads; a film without a file keeps its address. */
	public function film(string $address): string {
		$name = basename((string) parse_url($address, PHP_URL_PATH));
		if ($this->from === '' || !str_starts_with($address, '/media/') || !is_file($this->from . '/' . $name)) {
			return $address;
		}
		copy($this->from . '/' . $name, $this->folder . '/media/' . $name);
		return wp_get_upload_dir()['baseurl'] . '/media/' . $name;
	}

	/** Creates the file of an address such as /media/sea.jpg and returns its path below the uploads. */
	private function file(string $address, int $width, int $height): string {
		$name   = basename((string) parse_url($address, PHP_URL_PATH));
		$target = $this->folder . '/media/' . $name;
		if (is_file($this->from . '/' . $name) && $this->from !== '') {
			copy($this->from . '/' . $name, $target);
		} elseif (!is_file($target)) {
			self::draw($target, max(1, min(4000, $width ?: 800)), max(1, min(4000, $height ?: 600)));
		}
		return '/media/' . $name;
	}

	/** Creates a picture of the given size. */
	private static function draw(string $target, int $width, int $height): void {
		if (str_ends_with($target, '.svg')) {
			file_put_contents($target, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"$width\" height=\"$height\"><rect width=\"100%\" height=\"100%\" fill=\"#eedcca\"/></svg>\n");
			return;
		}
		$image = imagecreatetruecolor($width, $height);
		imagefilledrectangle($image, 0, 0, $width, (int) ($height / 2), imagecolorallocate($image, 176, 206, 226));
		imagefilledrectangle($image, 0, (int) ($height / 2), $width, $height, imagecolorallocate($image, 52, 98, 128));
		str_ends_with($target, '.png') ? imagepng($image, $target) : imagejpeg($image, $target, 60);
		imagedestroy($image);
	}
}
