<?php

declare(strict_types=1);

namespace EstateBed;

/** Makes properties and developments. */
final class Homes {

	private Media $media;

	public function __construct(Media $media) {
		$this->media = $media;
	}

	/** @param array<int, array<string, mixed>> $homes */
	public function load(array $homes): void {
		foreach ($homes as $home) {
			$id = Rows::post($home, [
				'post_title' => Rows::title($home['title']['en'] ?? ''), 'post_content' => $home['description']['en'] ?? '', 'post_author' => $home['agent'] ?? 0,
			]);
			$featured = $this->media->id($home['featured_image'] ?? null);
			if ($featured > 0) {
				Rows::meta($id, '_thumbnail_id', $featured);
			}
			$this->file($id, $home);
			Rows::fields($id, $this->words($home) + $this->facts($home) + self::price($home) + self::place($home));
		}
	}

	private function file(int $id, array $home): void {
		Rows::file($id, 's_offer', $home['s_offer'] ?? []);
		Rows::file($id, 's_type', $home['s_type'] ?? []);
		Rows::file($id, 's_location', array_filter([$home['s_province'] ?? 0, $home['s_city'] ?? 0, $home['s_subarea'] ?? 0]));
		Rows::file($id, $home['type'] === 'developments' ? 's_categories' : 's_category', $home['s_category'] ?? []);
		$collections = [];
		foreach ($home['collections'] ?? [] as $slug) {
			$term          = get_term_by('slug', $slug, 's_options') ?: wp_insert_term($slug, 's_options', ['slug' => $slug]);
			$collections[] = is_array($term) ? $term['term_id'] : $term->term_id;
		}
		Rows::file($id, 's_options', $collections);
	}

	/** @return array<string, mixed> */
	private function words(array $home): array {
		$fields = [];
		foreach (['title', 'description', 'subtitle', 'delivery'] as $name) {
			foreach ($home[$name] ?? [] as $lang => $text) {
				if ($lang !== 'en' || !in_array($name, ['title', 'description'], true)) {
					$fields[$name . '_' . $lang] = $text;
				}
			}
		}
		$spanish = basename($home['alternative_links']['es'] ?? '');
		if ($spanish !== '' && $spanish !== $home['slug']) {
			$fields['slug_es'] = $spanish;
		}
		return $fields;
	}

	/** @return array<string, mixed> */
	private function facts(array $home): array {
		$units = [];
		foreach ($home['units'] ?? [] as $unit) {
			$units[] = ['type_en' => $unit['type']['en'] ?? '', 'type_es' => $unit['type']['es'] ?? ''] + array_diff_key($unit, ['type' => 0]);
		}
		$fields = [
			'gallery' => $this->media->ids($home['gallery'] ?? []), 'plans' => $this->media->ids($home['plans'] ?? []), 'units' => $units,
			'video' => $home['extra']['video'] ?? '', 'pdf' => $home['extra']['pdf'] ?? '',
		];
		$same = ['reference', 'promo_name', 'htmls', 'bedrooms', 'bathrooms', 'plot_size', 'built_size', 'terrace_size', 'badges', 'features', 'registration_number', 'agent', 'units_of', 'phases'];
		foreach ($same as $name) {
			$fields[$name] = $home[$name] ?? '';
		}
		return $fields;
	}

	/** @return array<string, mixed> */
	private static function price(array $home): array {
		$price  = $home['price'] ?? [];
		$fields = ['price_note_en' => $price['note']['en'] ?? '', 'price_note_es' => $price['note']['es'] ?? ''];
		foreach (['amount', 'currency', 'mode', 'on_ask', 'previous', 'from', 'to'] as $name) {
			$fields['price_' . $name] = $price[$name] ?? '';
		}
		return $fields;
	}

	/** @return array<string, mixed> */
	private static function place(array $home): array {
		$fields = [];
		foreach (['lat', 'lng', 'precision'] as $name) {
			$fields[$name] = (string) ($home['location'][$name] ?? '');
		}
		foreach ($home['energy'] ?? [] as $name => $value) {
			$fields['energy_' . $name] = (string) $value;
		}
		return $fields;
	}
}
