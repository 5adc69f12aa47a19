<?php

declare(strict_types=1);

namespace EstateFixture;

/** Loads authors and agents. */
final class People {

	private Media $media;

	public function __construct(Media $media) {
		$this->media = $media;
	}

	/** @param array<int, array<string, mixed>> $authors */
	public function load(array $authors): void {
		global $wpdb;
		foreach ($authors as $author) {
			$wpdb->insert($wpdb->users, [
				'ID' => $author['id'], 'user_login' => $author['slug'], 'user_nicename' => $author['slug'], 'display_name' => $author['name'],
				'user_email' => $author['slug'] . '@example.test', 'user_pass' => wp_hash_password(wp_generate_password()), 'user_registered' => gmdate('Y-m-d H:i:s'),
			]);
			$user = new \WP_User((int) $author['id']);
			$user->set_role('author');
			$meta = [
				'description' => $author['description']['en'] ?? '', '_estate_description_es' => $author['description']['es'] ?? '',
				'_estate_role_en' => $author['role']['en'] ?? '', '_estate_role_es' => $author['role']['es'] ?? '',
				'_estate_phone' => $author['phone'] ?? '', '_estate_mail' => $author['mail'] ?? '',
				'_estate_picture' => (string) $this->media->id($author['picture'] ?? null), '_estate_agent' => '1',
			];
			foreach ($meta as $key => $value) {
				if ($value !== '' && $value !== '0') {
					update_user_meta((int) $author['id'], $key, wp_slash($value));
				}
			}
		}
	}
}
