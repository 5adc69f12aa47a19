<?php
/**
 * A meta box on the edit screen.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Fields\Fields;
use Estate\Fields\Meta;
use Estate\Module;
use WP_Post;

/** Prints fields of the plugin on the edit screen and saves them. */
abstract class Box implements Module {

	private const ACTION = 'estate_fields_';

	/** @var array<string, true> boxes that have printed their nonce in this request */
	private static array $signed = [];

	public function register(): void {
		add_action('add_meta_boxes', [$this, 'add'], 10, 2);
		add_action('save_post', [$this, 'save'], 10, 2);
	}

	/** @return array<string, array{string, Field[], string}> title, fields and place ("normal" or "side") of each box of a type, by id */
	abstract protected function boxes(string $type): array;

	/** Adds the meta boxes of a type. A box whose fields are all in another plugin is omitted. */
	public function add(string $type, $post): void {
		if (!$post instanceof WP_Post) {
			return;
		}
		foreach ($this->boxes($type) as $id => [$title, $fields, $place]) {
			$left = array_filter($fields, static fn(Field $field): bool => !Fields::store()->has($post->ID, $field->name));
			if ($left !== []) {
				add_meta_box('estate-' . $id, $title, fn(WP_Post $p) => $this->print($p, $left), $type, $place, $place === 'side' ? 'default' : 'high');
			}
		}
	}

	/**
	 * Prints the fields of one box.
	 *
	 * @param Field[] $fields
	 */
	protected function print(WP_Post $post, array $fields): void {
		self::sign($post->ID);
		Controls::grid($fields, static fn(string $name) => Meta::get($post->ID, $name));
	}

	/** Prints the nonce once for all boxes. */
	protected static function sign(int $id): void {
		if (!isset(self::$signed[$id])) {
			self::$signed[$id] = true;
			wp_nonce_field(self::ACTION . $id, 'estate_nonce', false);
		}
	}

	/** Reports whether the request is a form of this post, sent by a user who may edit it. */
	protected static function isSent(int $id): bool {
		$nonce = isset($_POST['estate_nonce']) ? sanitize_text_field(wp_unslash($_POST['estate_nonce'])) : '';
		return !(defined('DOING_AUTOSAVE') && DOING_AUTOSAVE) && wp_is_post_revision($id) === false
			&& wp_verify_nonce($nonce, self::ACTION . $id) !== false && current_user_can('edit_post', $id);
	}

	/** Saves the form. */
	public function save($id, WP_Post $post): void {
		foreach ((int) $id === $post->ID ? $this->values($post) ?? [] : [] as $name => $value) {
			Meta::set($post->ID, $name, $value);
		}
	}

	/**
	 * The values of the form that the request sends.
	 *
	 * @return array<string, mixed>|null by name, null when the request is not a form of this post by a user who may edit it
	 */
	public function values(WP_Post $post): ?array {
		if (!self::isSent($post->ID)) {
			return null;
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Missing,WordPress.Security.ValidatedSanitizedInput -- isSent checks it, Clean makes it safe.
		$sent   = isset($_POST[Controls::POSTED]) && is_array($_POST[Controls::POSTED]) ? wp_unslash($_POST[Controls::POSTED]) : [];
		$values = [];
		foreach ($this->boxes($post->post_type) as [, $fields]) {
			foreach ($fields as $field) {
				if (!Fields::store()->has($post->ID, $field->name)) {
					$values[$field->name] = Clean::value($field, $sent[$field->name] ?? '');
				}
			}
		}
		return $values;
	}
}
