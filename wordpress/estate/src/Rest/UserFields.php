<?php
/**
 * The fields of authors and agents in REST responses.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Fields\Words;
use Estate\Language\Request;
use Estate\Module;
use WP_REST_Response;
use WP_User;

/** Adds the public fields of authors and agents. An agent is public before having published anything. */
final class UserFields implements Module {

	/** The meta field that marks an agent. */
	public const AGENT = '_estate_agent';

	public function register(): void {
		add_filter('rest_prepare_user', [$this, 'words'], 10, 2);
		add_filter('rest_user_query', [$this, 'agents']);
		add_filter('get_usernumposts', [$this, 'count'], 10, 2);
	}

	/** Adds role, phone, mail, picture and the texts in every language. */
	public function words(WP_REST_Response $response, WP_User $user): WP_REST_Response {
		$data = $response->get_data();
		$read = static fn(string $name): string => (string) get_user_meta($user->ID, '_estate_' . $name, true);
		$meta = static fn(string $key): string => (string) get_user_meta($user->ID, $key, true);
		$text = Words::withEnglish((string) $user->description, 'description', $meta);
		$role = Words::withEnglish($read('role_en'), 'role', $meta);
		$acf  = Words::fields('description', $text) + Words::fields('role', $role)
			+ array_filter(['phone' => $read('phone'), 'mail' => $read('mail')]);
		$picture = Images::one((int) $read('picture'));
		if ($picture !== false) {
			$acf['picture'] = $picture;
		}
		if (isset($data['description'])) {
			$data['description'] = Words::in($text, Request::language());
		}
		$data['acf'] = $acf;
		$response->set_data($data);
		return $response;
	}

	/**
	 * Lists agents beside those who have published something.
	 *
	 * @param array<string, mixed> $args
	 * @return array<string, mixed>
	 */
	public function agents(array $args): array {
		if (empty($args['has_published_posts'])) {
			return $args;
		}
		$types  = (array) ($args['has_published_posts'] === true ? get_post_types(['public' => true]) : $args['has_published_posts']);
		$public = self::writers($types);
		$agents = get_users(['meta_key' => self::AGENT, 'meta_value' => '1', 'fields' => 'ID', 'number' => 1000]);
		$ids    = array_map('intval', array_unique(array_merge($public, $agents)));
		unset($args['has_published_posts']);
		$args['include'] = empty($args['include']) ? $ids : array_values(array_intersect(array_map('intval', (array) $args['include']), $ids));
		if ($args['include'] === []) {
			$args['include'] = [0];
		}
		return $args;
	}

	/** An agent counts as somebody who is public. */
	public function count($count, $user) {
		return (int) $count > 0 || get_user_meta((int) $user, self::AGENT, true) !== '1' ? $count : '1';
	}

	/**
	 * @param string[] $types
	 * @return int[]
	 */
	private static function writers(array $types): array {
		global $wpdb;
		$marks = implode(',', array_fill(0, max(1, count($types)), '%s'));
		// phpcs:ignore WordPress.DB.PreparedSQL -- the marks are placeholders.
		return $wpdb->get_col($wpdb->prepare("SELECT DISTINCT post_author FROM $wpdb->posts WHERE post_status = 'publish' AND post_author > 0 AND post_type IN ($marks)", array_values($types) ?: ['post']));
	}
}
