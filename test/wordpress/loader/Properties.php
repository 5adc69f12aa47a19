<?php

declare(strict_types=1);

namespace EstateFixture;

/** Loads properties and developments. */
final class Properties {

	private Media $media;

	public function __construct(Media $media) {
		$this->media = $media;
	}

	/** @param array<int, array<string, mixed>> $properties */
	public function load(array $properties): void {
		foreach ($properties as $property) {
			$id = Rows::post($property, [
				'post_title' => Rows::title($property['title']['en'] ?? ''), 'post_content' => $property['description']['en'] ?? '', 'post_author' => $property['agent'] ?? 0,
			]);
			$featured = $this->media->id($property['featured_image'] ?? null);
			if ($featured > 0) {
				Rows::meta($id, '_thumbnail_id', $featured);
			}
			$this->file($id, $property);
			Rows::fields($id, $this->words($property) + $this->facts($property) + self::price($property) + self::place($property));
		}
	}

	private function file(int $id, array $property): void {
		Rows::file($id, 's_offer', $property['s_offer'] ?? []);
		Rows::file($id, 's_type', $property['s_type'] ?? []);
		Rows::file($id, 's_location', array_filter([$property['s_province'] ?? 0, $property['s_city'] ?? 0, $property['s_subarea'] ?? 0]));
		Rows::file($id, $property['type'] === 'developments' ? 's_categories' : 's_category', $property['s_category'] ?? []);
		$collections = [];
		foreach ($property['collections'] ?? [] as $slug) {
			$term          = get_term_by('slug', $slug, 's_options') ?: wp_insert_term($slug, 's_options', ['slug' => $slug]);
			$collections[] = is_array($term) ? $term['term_id'] : $term->term_id;
		}
		Rows::file($id, 's_options', $collections);
	}

	/** @return array<string, mixed> */
	private function words(array $property): array {
		$fields = [];
		foreach (['title', 'description', 'subtitle', 'delivery'] as $name) {
			foreach ($property[$name] ?? [] as $lang => $text) {
				if ($lang !== 'en' || !in_array($name, ['title', 'description'], true)) {
					$fields[$name . '_' . $lang] = $text;
				}
			}
		}
		$spanish = basename($property['alternative_links']['es'] ?? '');
		if ($spanish !== '' && $spanish !== $property['slug']) {
			$fields['slug_es'] = $spanish;
		}
		return $fields;
	}

	/** @return array<string, mixed> */
	private function facts(array $property): array {
		$units = [];
		foreach ($property['units'] ?? [] as $unit) {
			$units[] = ['type_en' => $unit['type']['en'] ?? '', 'type_es' => $unit['type']['es'] ?? ''] + array_diff_key($unit, ['type' => 0]);
		}
		$fields = [
			'gallery' => $this->media->ids($property['gallery'] ?? []), 'plans' => $this->media->ids($property['plans'] ?? []), 'units' => $units,
			'video' => $this->media->film($property['extra']['video'] ?? ''), 'pdf' => $property['extra']['pdf'] ?? '', 'virtual_tour' => $property['extra']['virtual_tour'] ?? '',
			'street' => $property['address']['street'] ?? '', 'street_number' => $property['address']['number'] ?? '', 'postcode' => $property['address']['postcode'] ?? '',
			'address_visibility' => $property['address']['visibility'] ?? '', 'sheet_document' => $property['information_sheet']['document'] ?? '', 'sheet_date' => $property['information_sheet']['date'] ?? '',
			'source_system' => $property['source']['system'] ?? '', 'source_key' => $property['source']['key'] ?? '', 'source_shared' => ($property['source']['shared'] ?? false) ? '1' : '',
			'private_note' => $property['private']['note'] ?? '', 'lister' => $property['private']['lister'] ?? '',
			'commission_value' => (string) ($property['private']['commission']['value'] ?? ''), 'commission_split' => (string) ($property['private']['commission']['split'] ?? ''), 'commission_note' => $property['private']['commission']['note'] ?? '',
		];
		$same = ['reference', 'promo_name', 'htmls', 'bedrooms', 'bathrooms', 'plot_size', 'built_size', 'terrace_size', 'badges', 'features', 'registration_number', 'agent', 'units_of', 'phases', 'national_registration_number', 'availability', 'usable_size', 'built_year', 'new_build', 'orientation', 'floor', 'tenure', 'country', 'cadastral_reference', 'locks'];
		foreach (['community_fee', 'ibi', 'waste_tax'] as $name) {
			$fields[$name] = $property['costs'][$name] ?? '';
		}
		foreach ($same as $name) {
			$fields[$name] = $property[$name] ?? '';
		}
		return $fields;
	}

	/** @return array<string, mixed> */
	private static function price(array $property): array {
		$price  = $property['price'] ?? [];
		$fields = ['price_note_en' => $price['note']['en'] ?? '', 'price_note_es' => $price['note']['es'] ?? ''];
		foreach (['amount', 'currency', 'mode', 'on_ask', 'previous', 'from', 'to'] as $name) {
			$fields['price_' . $name] = $price[$name] ?? '';
		}
		return $fields;
	}

	/** @return array<string, mixed> */
	private static function place(array $property): array {
		$fields = [];
		foreach (['lat', 'lng', 'precision'] as $name) {
			$fields[$name] = (string) ($property['location'][$name] ?? '');
		}
		foreach ($property['energy'] ?? [] as $name => $value) {
			$fields['energy_' . $name] = (string) $value;
		}
		return $fields;
	}
}
