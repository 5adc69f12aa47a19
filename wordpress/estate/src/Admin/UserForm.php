<?php
/**
 * The form of users.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Language\Languages;
use Estate\Module;
use WP_User;

/** Adds the public fields of authors and agents to the profile. */
final class UserForm implements Module {

	public function register(): void {
		foreach (['show_user_profile', 'edit_user_profile'] as $hook) {
			add_action($hook, [$this, 'show']);
		}
		foreach (['personal_options_update', 'edit_user_profile_update'] as $hook) {
			add_action($hook, [$this, 'save']);
		}
	}

	/** Prints the fields. The nonce of WordPress's form covers them. */
	public function show(WP_User $user): void {
		printf('<h2>%s</h2>', esc_html__('On the site', 'estate'));
		Controls::grid($this->fields(), static fn(string $name) => get_user_meta($user->ID, '_estate_' . $name, true));
	}

	/** Saves the form. */
	public function save($id): void {
		$id = (int) $id;
		if (!current_user_can('edit_user', $id)) {
			return;
		}
		check_admin_referer('update-user_' . $id);
		$sent = isset($_POST[Controls::POSTED]) ? (array) wp_unslash($_POST[Controls::POSTED]) : []; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Clean makes it safe.
		foreach ($this->fields() as $field) {
			$value = Clean::value($field, $sent[$field->name] ?? '');
			if ($value === '') {
				delete_user_meta($id, '_estate_' . $field->name);
			} else {
				update_user_meta($id, '_estate_' . $field->name, wp_slash((string) $value));
			}
		}
	}

	/** @return Field[] */
	private function fields(): array {
		$fields = [
			new Field('agent', Field::FLAG, __('Agent: public profile without published posts', 'estate')),
			new Field('phone', Field::TEXT, __('Public phone', 'estate')),
			new Field('mail', Field::TEXT, __('Public e-mail', 'estate')),
			new Field('picture', Field::PICTURE, __('Portrait', 'estate')),
		];
		foreach (Languages::filled() as $language) {
			$fields[] = new Field('role_' . $language, Field::TEXT, PropertyForm::named(__('Role', 'estate'), $language));
			if ($language !== Languages::FALLBACK) {
				$fields[] = new Field('description_' . $language, Field::AREA, PropertyForm::named(__('Biography', 'estate'), $language), __('WordPress\'s own field has the English text.', 'estate'));
			}
		}
		return $fields;
	}
}
