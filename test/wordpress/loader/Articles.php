<?php

declare(strict_types=1);

namespace EstateFixture;

use Estate\Language\Links;

/** Loads posts and pages. */
final class Articles {

	private Media $media;

	/** @var array<int, array<string, mixed>> */
	private array $all;

	public function __construct(Media $media, Lines $lines) {
		$this->media = $media;
		$this->all   = array_merge($lines->of('page'), $lines->of('post'));
	}

	public function load(): void {
		$byLink = array_column($this->all, 'id', 'link');
		foreach ($this->all as $article) {
			$id = Rows::post($article, [
				'post_title' => Rows::title($article['title'] ?? ''), 'post_content' => Rows::uploaded($article['content'] ?? ''), 'post_excerpt' => $article['excerpt'] ?? '',
				'post_author' => $article['author'] ?? 0, 'post_parent' => $article['parent'] ?? 0,
			]);
			Rows::meta($id, '_estate_lang', $article['lang'] ?? 'en');
			foreach ($article['alternative_links'] ?? [] as $lang => $link) {
				if ($lang !== ($article['lang'] ?? 'en') && isset($byLink[$link])) {
					Rows::meta($id, '_estate_twin_' . $lang, $byLink[$link]);
				}
			}
			$featured = $this->media->id($article['featured_image'] ?? null);
			if ($featured > 0) {
				Rows::meta($id, '_thumbnail_id', $featured);
			}
			Rows::file($id, 'category', $article['categories'] ?? []);
			Rows::file($id, 'post_tag', $article['tags'] ?? []);
			Rows::fields($id, $this->fields($article));
		}
		$this->front();
	}

	/** @param array<int, array<string, mixed>> $revisions */
	public function revisions(array $revisions): void {
		$now = gmdate('Y-m-d\TH:i:s\Z');
		foreach ($revisions as $i => $revision) {
			Rows::post(['id' => 970001 + $i, 'type' => 'revision', 'status' => 'inherit', 'slug' => $revision['parent'] . '-autosave-v1', 'date' => $now, 'modified' => $now], [
				'post_parent' => $revision['parent'], 'post_title' => Rows::title($revision['title']), 'post_content' => Rows::uploaded($revision['content']),
				'post_excerpt' => $revision['excerpt'], 'post_author' => 990001,
			]);
		}
	}

	/** Sets a custom address where the permalink differs from the exported link. */
	public function addresses(): void {
		wp_cache_flush();
		foreach ($this->all as $article) {
			if ($article['status'] !== 'publish' || Links::path((string) get_permalink((int) $article['id'])) === $article['link']) {
				continue;
			}
			$lang = $article['lang'] ?? 'en';
			$path = $lang === 'en' ? $article['link'] : substr($article['link'], strlen($lang) + 1);
			Rows::fields((int) $article['id'], [Links::PATH => $path]);
		}
		wp_cache_flush();
	}

	/** @return array<string, mixed> */
	private function fields(array $article): array {
		$acf    = $article['acf'] ?? [];
		$filter = $article['property_filter'] ?? [];
		$fields = [
			'title' => $acf['title'] ?? '', 'subtitle' => $acf['subtitle'] ?? '', 'header_type' => $acf['header_type'] ?? '',
			'header_image' => $this->media->id($acf['header_image'] ?? null), 'search_bar' => $acf['hide_search'] ?? false, 'description' => $acf['description'] ?? '',
		];
		foreach (['s_offer', 's_type', 's_location'] as $taxonomy) {
			$fields['filter_' . $taxonomy] = $filter[$taxonomy] ?? 0;
		}
		$sections = [];
		foreach ($article['sections'] ?? [] as $section) {
			$sections[] = ['acf_fc_layout' => $section['acf_fc_layout']] + $this->files($section['fields'] ?? []);
		}
		if ($sections !== []) {
			$fields['sections'] = wp_json_encode($sections, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
		}
		return $fields;
	}

	/** Adds the pictures and films of a section to the media library. */
	private function files(array $fields): array {
		foreach ($fields as $key => $value) {
			if (is_array($value) && isset($value['source_url'])) {
				$fields[$key] = ['id' => $this->media->id($value), 'source_url' => $value['source_url']];
			} elseif (is_array($value)) {
				$fields[$key] = $this->files($value);
			} elseif (is_string($value) && str_ends_with($value, '.mp4')) {
				$fields[$key] = $this->media->film($value);
			}
		}
		return $fields;
	}

	private function front(): void {
		foreach ($this->all as $article) {
			if ($article['link'] === '/') {
				update_option('show_on_front', 'page');
				update_option('page_on_front', $article['id']);
			}
		}
	}
}
