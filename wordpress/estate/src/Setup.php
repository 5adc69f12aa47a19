<?php
/**
 * What happens when the plugin is switched on and off.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate;

/** Prepares the database and the permalinks. */
final class Setup implements Module {

	/** The form of the plugin's own table; a higher number makes it anew. */
	private const FORM = 1;

	private const OPTION = 'estate_form';

	public function register(): void {
		add_action('init', [self::class, 'words'], 0);
		add_action('init', [self::class, 'upgrade'], 20);
	}

	/** Loads the translations. */
	public static function words(): void {
		load_plugin_textdomain('estate', false, dirname(plugin_basename(FILE)) . '/languages');
	}

	/** Brings the database of an older version up to date. */
	public static function upgrade(): void {
		if ((int) get_option(self::OPTION, 0) === self::FORM) {
			return;
		}
		self::prepare();
	}

	/** Creates what the plugin needs: its table, the terms, the rewrite rules. */
	public static function activate(): void {
		(new Content\PostTypes())->types();
		(new Content\Taxonomies())->taxonomies();
		self::prepare();
		flush_rewrite_rules(false);
	}

	/** Leaves everything but what runs by itself. */
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
