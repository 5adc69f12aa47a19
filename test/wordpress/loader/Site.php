<?php

declare(strict_types=1);

namespace EstateFixture;

/** Loads the options record, the menus, the redirects and the feed. */
final class Site {

	private Media $media;

	public function __construct(Media $media) {
		$this->media = $media;
	}

	public function load(Lines $lines): void {
		$settings = $lines->settings();
		if ($settings !== []) {
			update_option('estate_options', $this->options($settings));
		}
		update_option('estate_redirects', array_map(static fn(array $pair): array => $pair + ['status' => 301], $lines->of('redirect')), false);
		$feed = [];
		foreach ($lines->of('instagram') as $posts) {
			foreach ($posts as $post) {
				$id            = (int) ($post['image']['id'] ?? 0);
				$post['image'] = $id > 0 ? $this->media->id($post['image']) : ['source_url' => $this->media->address($post['image'])] + $post['image'];
				$feed[]        = $post;
			}
		}
		update_option('estate_instagram', $feed, false);
	}

	/** @param array<string, array<string, mixed>> $settings by language */
	private function options(array $settings): array {
		$english = $settings['en'] ?? reset($settings);
		$options = [];
		foreach (['phone_1', 'phone_2', 'mail_1', 'mail_2', 'company', 'agents', 'years', 'places_km', 'social'] as $name) {
			$options[$name] = $english[$name] ?? '';
		}
		foreach (['logo_light_2' => 'logo_light', 'logo_light_mobile' => 'logo_light_mobile', 'logo_dark_mobile' => 'logo_dark_mobile'] as $name => $own) {
			$options[$name] = isset($english[$own]) ? $this->media->address(['source_url' => $english[$own]]) : '';
		}
		foreach ($settings as $lang => $record) {
			foreach (['site_title', 'address'] as $name) {
				$options[$name . '_' . $lang] = $record[$name] ?? '';
			}
			$options['menu_json_' . $lang] = isset($record['menus']) ? $this->menus($record['menus']) : '';
		}
		foreach (['tagline', 'hours', 'legal_note', 'sell_link'] as $name) {
			foreach ($english[$name] ?? [] as $lang => $text) {
				$options[$name . '_' . $lang] = $text;
			}
		}
		$options['places'] = array_map([$this, 'place'], $english['places'] ?? []);
		foreach (['title' => 'title', 'text' => 'text', 'btn_label' => 'label', 'label' => 'label', 'link' => 'link'] as $key => $name) {
			foreach ($english['info_popup'][$key] ?? [] as $lang => $text) {
				$options['notice_' . $name . '_' . $lang] = $text;
			}
		}
		$options['notice_date'] = isset($english['info_popup']['date']) ? gmdate('Y-m-d H:i:s', (int) strtotime($english['info_popup']['date'])) : '';
		return $options;
	}

	/** @return array<string, string> a row of the form of the agency */
	private function place(array $place): array {
		$row = ['kind' => $place['kind'], 'lat' => (string) $place['lat'], 'lng' => (string) $place['lng']];
		foreach ($place['name'] as $lang => $text) {
			$row['name_' . $lang] = $text;
		}
		return $row;
	}

	private function menus(array $menus): string {
		foreach ($menus as $name => $menu) {
			$menus[$name]['items'] = array_map([$this, 'item'], $menu['items'] ?? []);
		}
		return (string) wp_json_encode(['menu' => $menus], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
	}

	/** Converts texts per language to fields, label_en and label_es, and backgrounds to addresses of the uploads. */
	private function item(array $entry): array {
		if (($entry['bg'] ?? '') !== '') {
			$this->media->address(['source_url' => $entry['bg']]);
			$entry['bg'] = Rows::uploaded($entry['bg']);
		}
		foreach (['label', 'title', 'description', 'btn_label', 'text'] as $name) {
			foreach (is_array($entry[$name] ?? null) ? $entry[$name] : [] as $lang => $text) {
				$entry[$name . '_' . $lang] = $text;
			}
			unset($entry[$name]);
		}
		foreach (['columns', 'items'] as $list) {
			if (isset($entry[$list])) {
				$entry[$list] = array_map([$this, 'item'], $entry[$list]);
			}
		}
		return $entry;
	}
}
