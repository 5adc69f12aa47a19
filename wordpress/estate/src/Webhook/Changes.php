<?php
/**
 * The changes of a request.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Webhook;

use Estate\Content\PostTypes;
use Estate\Content\Taxonomies;
use Estate\Content\TermIds;
use Estate\Fields\Meta;
use Estate\Module;
use Estate\Redirects\FormerSlugs;
use Estate\Redirects\Table;
use Estate\Settings\Instagram;
use Estate\Settings\Options;
use Estate\Settings\Settings;

/** Collects the changes of a request by type and id, for the notice to the site. */
final class Changes implements Module {

	/** Options of the plugin and of WordPress with their type in notices. */
	private const OPTIONS = [
		Options::OPTION => 'options', Settings::OPTION => 'options', Table::OPTION => 'redirects', Instagram::OPTION => 'instagram',
		'blogname' => 'options', 'blogdescription' => 'options', 'page_on_front' => 'options', 'page_for_posts' => 'options', 'permalink_structure' => 'options',
	];

	/** Meta fields that visitors do not see. */
	private const PRIVATE_META = ['_edit_lock', '_edit_last', '_pingme', '_encloseme', '_wp_trash_meta_status', '_wp_trash_meta_time', '_wp_desired_post_slug'];

	/** @var array<string, array{type: string, id: int}> */
	private static array $found = [];

	/** @var array<int, true> posts whose fields changed although the post was not saved */
	private static array $untouched = [];

	private static bool $paused = false;

	public function register(): void {
		add_action('wp_after_insert_post', [$this, 'post'], 20);
		add_action('transition_post_status', static fn($new, $old, $post) => $new === $old ?: self::note((string) $post->post_type, (int) $post->ID), 10, 3);
		add_action('deleted_post', static fn($id, $post) => self::note((string) $post->post_type, (int) $id), 10, 2);
		add_action('post_updated', static function ($id, $after, $before): void {
			if ($after->post_modified_gmt !== $before->post_modified_gmt) {
				self::$untouched[(int) $id] = false;
			}
			// The links of the pages below change too.
			if ($after->post_type === 'page' && ($after->post_name !== $before->post_name || $after->post_parent !== $before->post_parent)) {
				array_map([self::class, 'field'], FormerSlugs::below((int) $id));
			}
		}, 10, 3);
		foreach (['add_attachment', 'edit_attachment'] as $hook) {
			add_action($hook, [$this, 'media']);
		}
		foreach (['added_post_meta', 'updated_post_meta', 'deleted_post_meta'] as $hook) {
			add_action($hook, [$this, 'meta'], 10, 3);
		}
		add_action('set_object_terms', [$this, 'terms'], 10, 6);
		foreach (['created_term', 'edited_term', 'delete_term'] as $hook) {
			add_action($hook, static fn($id, $tt, $taxonomy) => self::term((int) $id, (string) $taxonomy), 10, 3);
		}
		foreach (['added_term_meta', 'updated_term_meta', 'deleted_term_meta'] as $hook) {
			add_action($hook, static fn($meta, $id) => self::term((int) $id, (string) (get_term((int) $id)->taxonomy ?? '')), 10, 2);
		}
		foreach (['user_register', 'profile_update', 'deleted_user'] as $hook) {
			add_action($hook, static fn($id) => self::add('users', (int) $id));
		}
		foreach (['updated_option', 'added_option', 'deleted_option'] as $hook) {
			add_action($hook, [$this, 'option']);
		}
	}

	/** Stops collecting, for an import. */
	public static function pause(): void {
		self::$paused = true;
	}

	/** @return array<int, array{type: string, id: int}> the collected changes, which are cleared */
	public static function drain(): array {
		self::touch();
		$found       = array_values(self::$found);
		self::$found = [];
		return $found;
	}

	/** Adds a change. */
	public static function add(string $type, int $id): void {
		if (!self::$paused && $type !== '') {
			self::$found["$type $id"] = ['type' => $type, 'id' => $id];
		}
	}

	public function post($id): void {
		self::note((string) get_post_type((int) $id), (int) $id);
	}

	/** A changed picture changes the posts that show it. */
	public function media($id): void {
		self::add('media', (int) $id);
		foreach (self::showing((int) $id) as $post) {
			self::field($post);
		}
	}

	public function meta($meta, $id, $key): void {
		$key = (string) $key;
		if (in_array($key, self::PRIVATE_META, true) || get_post_type((int) $id) === 'revision') {
			return;
		}
		if ($key === '_wp_attachment_image_alt' || get_post_type((int) $id) === 'attachment' && Meta::isOwn($key)) {
			$this->media((int) $id);
		}
		self::field((int) $id);
	}

	public function terms($id, $terms, $ids, $taxonomy, $append, $old): void {
		$known = Taxonomies::isShared((string) $taxonomy) || in_array($taxonomy, ['category', 'post_tag'], true);
		if ($known && array_map('intval', (array) $ids) != array_map('intval', (array) $old)) {
			self::field((int) $id);
		}
	}

	public function option($name): void {
		if (isset(self::OPTIONS[$name])) {
			self::add(self::OPTIONS[$name], 0);
		}
	}

	private static function note(string $type, int $id): void {
		if (isset(PostTypes::ENDPOINTS[$type])) {
			self::add(PostTypes::ENDPOINTS[$type], $id);
		}
	}

	private static function term(int $id, string $taxonomy): void {
		$types = ['category' => 'categories', 'post_tag' => 'tags'];
		if (Taxonomies::isShared($taxonomy)) {
			self::add($taxonomy, TermIds::siteId($id));
		} elseif (isset($types[$taxonomy])) {
			self::add($types[$taxonomy], $id);
		}
	}

	/** Adds a post with a changed field. */
	private static function field(int $id): void {
		$type = (string) get_post_type($id);
		if (!isset(PostTypes::ENDPOINTS[$type]) || self::$paused) {
			return;
		}
		self::note($type, $id);
		self::$untouched[$id] ??= true;
	}

	/** Sets the modification time of posts whose fields changed without a save, so that a poll finds them. */
	private static function touch(): void {
		global $wpdb;
		$ids             = array_keys(array_filter(self::$untouched));
		self::$untouched = [];
		foreach ($ids as $id) {
			$post = get_post($id);
			if ($post instanceof \WP_Post && $post->post_status !== 'auto-draft') {
				$wpdb->update($wpdb->posts, ['post_modified' => current_time('mysql'), 'post_modified_gmt' => current_time('mysql', true)], ['ID' => $id]);
				clean_post_cache($id);
			}
		}
	}

	/** @return int[] the posts that show a picture */
	private static function showing(int $id): array {
		global $wpdb;
		return array_map('intval', $wpdb->get_col($wpdb->prepare(
			"SELECT DISTINCT post_id FROM $wpdb->postmeta WHERE (meta_key IN ('_thumbnail_id', %s) AND meta_value = %s)
			OR (meta_key IN (%s, %s) AND meta_value LIKE %s) LIMIT 500",
			Meta::key('header_image'), (string) $id, Meta::key('gallery'), Meta::key('plans'), '%i:' . $id . ';%'
		)));
	}
}
