<?php
/**
 * A page of the plugin's menu.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Module;

/** An admin page with a form for editors. */
abstract class Page implements Module {

	/** The first page's slug, and that of the menu. */
	protected const MENU = 'estate';

	/** The capability of editors, who keep the agency's data, menus and old links. */
	protected const CAPABILITY = 'edit_others_pages';

	/** The suffix of the page's slug, "" for the first page. */
	abstract protected function slug(): string;

	abstract protected function title(): string;

	/** Prints the content of the page, inside the form if it has one. */
	abstract protected function body(): void;

	/**
	 * Saves the form.
	 *
	 * @param array<string, mixed> $sent without slashes
	 * @return string[] problems; valid fields are saved even with problems
	 */
	protected function save(array $sent): array {
		return [];
	}

	/** The label of the form's button, "" for a page without a form. */
	protected function button(): string {
		return __('Save', 'estate');
	}

	public function register(): void {
		add_action('admin_menu', [$this, 'menu'], $this->slug() === '' ? 9 : 10);
		add_action('admin_post_' . $this->id(), [$this, 'take']);
	}

	/** Adds the page to the menu. */
	public function menu(): void {
		if ($this->slug() === '') {
			add_menu_page('Estate', 'Estate', self::CAPABILITY, self::MENU, [$this, 'show'], 'dashicons-admin-multisite', 58);
		}
		add_submenu_page(self::MENU, $this->title(), $this->title(), static::CAPABILITY, $this->id(), [$this, 'show']);
	}

	/** Prints the page. */
	public function show(): void {
		printf('<div class="wrap estate-page"><h1>%s</h1>', esc_html($this->title()));
		$this->result();
		if ($this->button() === '') {
			$this->body();
		} else {
			printf('<form method="post" action="%s"><input type="hidden" name="action" value="%s">', esc_url(admin_url('admin-post.php')), esc_attr($this->id()));
			wp_nonce_field($this->id());
			$this->body();
			submit_button($this->button());
			echo '</form>';
		}
		echo '</div>';
	}

	/** Handles the form. */
	public function take(): void {
		check_admin_referer($this->id());
		if (!current_user_can(static::CAPABILITY)) {
			wp_die(esc_html__('You are not allowed to do this.', 'estate'), '', ['response' => 403]);
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- every page cleans its own fields.
		$problems = $this->save(isset($_POST[Controls::POSTED]) && is_array($_POST[Controls::POSTED]) ? wp_unslash($_POST[Controls::POSTED]) : []);
		set_transient('estate_result_' . get_current_user_id(), ['page' => $this->id(), 'problems' => $problems], 5 * MINUTE_IN_SECONDS);
		wp_safe_redirect($this->address());
		exit;
	}

	/** The address of the page. */
	protected function address(): string {
		return admin_url('admin.php?page=' . $this->id());
	}

	protected function id(): string {
		return $this->slug() === '' ? self::MENU : self::MENU . '-' . $this->slug();
	}

	/** Prints the result of the last form, once. */
	private function result(): void {
		$result = get_transient('estate_result_' . get_current_user_id());
		if (!is_array($result) || $result['page'] !== $this->id()) {
			return;
		}
		delete_transient('estate_result_' . get_current_user_id());
		foreach ($result['problems'] as $problem) {
			printf('<div class="notice notice-error"><p>%s</p></div>', esc_html($problem));
		}
		if ($result['problems'] === []) {
			printf('<div class="notice notice-success is-dismissible"><p>%s</p></div>', esc_html__('Done.', 'estate'));
		}
	}
}
