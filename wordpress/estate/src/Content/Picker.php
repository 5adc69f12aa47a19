<?php
/**
 * The entries of pickers.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

use Estate\Fields\Meta;
use Estate\Fields\Words;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Providers;
use Estate\Language\Request;
use Estate\Properties\Table;
use Estate\Properties\TableUpdater;

/**
 * Finds content by name for editors, who know no ids. The value of an entry is what a field
 * stores: the id of a post, the id of a term on the site, the slug of a collection, or a link.
 */
final class Picker {

	/** What can be chosen. */
	public const KINDS = ['property', 'development', 'post', 'page', 'offer', 'type', 'place', 'propertycategory', 'category', 'collection', 'link'];

	private const MAX_COUNT = 20;

	private const POST_TYPES = ['property' => PostTypes::PROPERTIES, 'development' => PostTypes::DEVELOPMENTS, 'post' => 'post', 'page' => 'page'];

	private const TAXONOMIES = [
		'offer' => Taxonomies::OFFER, 'type' => Taxonomies::TYPE, 'place' => Taxonomies::LOCATION, 'propertycategory' => Taxonomies::CATEGORY,
		'category' => 'category', 'collection' => Taxonomies::COLLECTIONS,
	];

	/**
	 * The entries whose name has all words of a text.
	 *
	 * @param string $language restricts posts, pages and links to a language, "" for all
	 * @return array<int, array{value: int|string, label: string, note: string}>
	 */
	public static function search(string $kind, string $text, string $language = ''): array {
		if ($kind === 'link') {
			$posts = self::posts(['page', 'post', PostTypes::PROPERTIES, PostTypes::DEVELOPMENTS], $text, $language);
			return array_slice(array_merge(...array_map(static fn(\WP_Post $post): array => self::links($post, $language), $posts), ...[[]]), 0, self::MAX_COUNT);
		}
		if (isset(self::POST_TYPES[$kind])) {
			return array_map([self::class, 'post'], self::posts([self::POST_TYPES[$kind]], $text, $language));
		}
		$found = array_filter(self::terms($kind), static fn(array $entry): bool => self::matches($entry['label'] . ' ' . $entry['note'], $text));
		return array_slice(array_values($found), 0, self::MAX_COUNT);
	}

	/**
	 * The entries of values, in their order. A value without an entry is omitted.
	 *
	 * @param string[] $values
	 * @return array<int, array{value: int|string, label: string, note: string}>
	 */
	public static function named(string $kind, array $values): array {
		$named = [];
		if ($kind === 'link') {
			return [];
		}
		if (isset(self::POST_TYPES[$kind])) {
			foreach (array_map('absint', $values) as $id) {
				$post = get_post($id);
				if ($post instanceof \WP_Post && $post->post_type === self::POST_TYPES[$kind]) {
					$named[] = self::post($post);
				}
			}
			return $named;
		}
		$known = array_column(self::terms($kind), null, 'value');
		foreach ($values as $value) {
			if (isset($known[$value])) {
				$named[] = $known[$value];
			}
		}
		return $named;
	}

	/**
	 * Finds posts by title, slug, Spanish title and reference.
	 *
	 * @param string[] $types
	 * @return \WP_Post[]
	 */
	private static function posts(array $types, string $text, string $language): array {
		global $wpdb;
		TableUpdater::flush();
		$statuses = "'publish','future','draft','pending','private'";
		$where    = 'p.post_type IN (' . implode(',', array_fill(0, count($types), '%s')) . ") AND p.post_status IN ($statuses)";
		$values   = $types;
		foreach (self::words($text) as $word) {
			$like   = '%' . $wpdb->esc_like($word) . '%';
			$where .= " AND (p.post_title LIKE %s OR p.post_name LIKE %s OR EXISTS (SELECT 1 FROM $wpdb->postmeta m WHERE m.post_id = p.ID AND m.meta_key IN (%s,%s) AND m.meta_value LIKE %s)
				OR EXISTS (SELECT 1 FROM " . Table::name() . ' h WHERE h.post_id = p.ID AND h.reference LIKE %s))';
			array_push($values, $like, $like, Meta::key('title_es'), Meta::key('promo_name'), $like, $like);
		}
		$values[] = self::MAX_COUNT * 5;
		// phpcs:ignore WordPress.DB.PreparedSQL -- placeholders and constant names.
		$ids   = array_map('intval', $wpdb->get_col($wpdb->prepare("SELECT p.ID FROM $wpdb->posts p WHERE $where ORDER BY p.post_status = 'publish' DESC, p.post_modified_gmt DESC, p.ID DESC LIMIT %d", $values)));
		_prime_post_caches($ids);
		$posts = array_filter(array_map('get_post', $ids), static fn($post): bool => $post instanceof \WP_Post
			&& ($language === '' || PostTypes::isPropertyType($post->post_type) || Providers::current()->ofPost($post->ID) === $language));
		return array_slice(array_values($posts), 0, self::MAX_COUNT);
	}

	/** @return array{value: int, label: string, note: string} */
	private static function post(\WP_Post $post): array {
		$notes = [];
		if (PostTypes::isPropertyType($post->post_type)) {
			$notes[] = Meta::text($post->ID, 'reference');
		} else {
			$notes[] = Languages::DECLARED[Providers::current()->ofPost($post->ID)] ?? '';
		}
		if ($post->post_status !== 'publish') {
			$notes[] = __('not published', 'estate');
		}
		return ['value' => $post->ID, 'label' => self::plain($post->post_title) ?: __('(no title)', 'estate'), 'note' => implode(' · ', array_filter($notes))];
	}

	/** @return array<int, array{value: string, label: string, note: string, links: array<string, string>}> the link of a post in each of its languages, with those of its translations */
	private static function links(\WP_Post $post, string $only): array {
		if ($post->post_status !== 'publish') {
			return [];
		}
		$link = static fn(int $id): string => Links::path((string) get_permalink($id));
		if (!PostTypes::isPropertyType($post->post_type)) {
			$path   = $link($post->ID);
			$translations = array_filter(Providers::current()->translationsOfPost($post->ID), static fn(int $translation): bool => get_post_status($translation) === 'publish');
			return [['value' => $path, 'label' => self::plain($post->post_title), 'note' => $path, 'links' => array_map($link, $translations) + [Providers::current()->ofPost($post->ID) => $path]]];
		}
		$links = [];
		foreach (Languages::filled() as $language) {
			$links[$language] = Request::in($language, static fn(): string => $link($post->ID));
		}
		$entries = [];
		foreach ($only === '' ? $links : array_intersect_key($links, [$only => '']) as $language => $path) {
			$title     = $language === Languages::FALLBACK ? $post->post_title : (Meta::text($post->ID, 'title_' . $language) ?: $post->post_title);
			$entries[] = ['value' => $path, 'label' => self::plain($title), 'note' => $path, 'links' => $links];
		}
		return $entries;
	}

	/** @return array<int, array{value: int|string, label: string, note: string}> all terms of a kind in the editor's order, places below their parents */
	private static function terms(string $kind): array {
		$taxonomy = self::TAXONOMIES[$kind];
		$terms    = get_terms(['taxonomy' => $taxonomy, 'hide_empty' => false, 'estate_order' => true]);
		$entries  = [];
		foreach (is_array($terms) ? $terms : [] as $term) {
			$shared    = Taxonomies::isShared($taxonomy);
			$above     = array_map(static fn(int $id): string => self::plain((string) get_term($id, $taxonomy)->name), array_reverse(get_ancestors($term->term_id, $taxonomy, 'taxonomy')));
			$spanish   = $shared ? (string) get_term_meta($term->term_id, Words::termKey('name', 'es'), true) : Languages::DECLARED[Providers::current()->ofTerm($term->term_id)] ?? '';
			$name      = self::plain($term->name);
			$entries[] = [
				'value' => $kind === 'collection' ? $term->slug : ($shared ? TermIds::siteId($term->term_id) : $term->term_id),
				'label' => implode(' › ', array_merge($above, [$name])),
				'note'  => $spanish === $name ? '' : $spanish,
			];
		}
		if ($taxonomy === Taxonomies::LOCATION) {
			usort($entries, static fn(array $a, array $b): int => strcmp($a['label'], $b['label']));
		}
		return $entries;
	}

	private static function matches(string $name, string $text): bool {
		$name = mb_strtolower(remove_accents($name));
		foreach (self::words($text) as $word) {
			if (!str_contains($name, mb_strtolower(remove_accents($word)))) {
				return false;
			}
		}
		return true;
	}

	/** @return string[] */
	private static function words(string $text): array {
		return array_slice(preg_split('/\s+/u', $text, -1, PREG_SPLIT_NO_EMPTY) ?: [], 0, 6);
	}

	private static function plain(string $text): string {
		return html_entity_decode(wp_strip_all_tags($text), ENT_QUOTES | ENT_HTML5, 'UTF-8');
	}
}
