<?php
/**
 * Activation, upgrade and deactivation.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate;

/** Prepares the database and the permalinks. */
final class Setup implements Module {

	/** The schema version of the plugin's table. Increase it to rebuild the table. */
	private const FORM = 4;

	private const OPTION = 'estate_form';

	public function register(): void {
		add_action('init', [self::class, 'words'], 0);
		add_action('init', [self::class, 'upgrade'], 20);
	}

	/** Loads the translations. */
	public static function words(): void {
		load_plugin_textdomain('estate', false, dirname(plugin_basename(FILE)) . '/languages');
	}

	/** Upgrades the database of an older version. */
	public static function upgrade(): void {
		if ((int) get_option(self::OPTION, 0) === self::FORM) {
			return;
		}
		self::prepare();
	}

	/** Creates the table, the default terms and the rewrite rules. */
	public static function activate(): void {
		(new Content\PostTypes())->types();
		(new Content\Taxonomies())->taxonomies();
		self::prepare();
		flush_rewrite_rules(false);
	}

	/** Removes the scheduled task. All data stays. */
	public static function deactivate(): void {
		wp_clear_scheduled_hook(Webhook\Sender::HOOK);
		flush_rewrite_rules(false);
	}

	private static function prepare(): void {
		Properties\Table::create();
		Content\TermIds::insertTerms();
		Properties\Table::rebuild();
		update_option(self::OPTION, self::FORM);
	}
}
