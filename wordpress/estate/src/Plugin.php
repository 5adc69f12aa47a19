<?php
/**
 * The modules of the plugin.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate;

/** Lists and registers the modules. */
final class Plugin {

	/** Registers every module. */
	public static function boot(): void {
		Language\Request::register();
		foreach (self::modules() as $module) {
			$module->register();
		}
	}

	/** @return Module[] */
	private static function modules(): array {
		$modules = [
			new Setup(),
			new Content\PostTypes(),
			new Content\Taxonomies(),
			new Content\Places(),
			new Language\Links(),
			new Language\Routing(),
			new Language\Slugs(),
			new Properties\TableUpdater(),
			new Rest\Rendering(),
			new Rest\LanguageFilters(),
			new Rest\Totals(),
			new Rest\PropertyFilters(),
			new Rest\PropertyFields(),
			new Rest\ArticleFields(),
			new Rest\MediaFields(),
			new Rest\TermFields(),
			new Rest\TermRoutes(),
			new Rest\UserFields(),
			new Rest\OptionsRoute(),
			new Rest\ReferenceRoute(),
			new Rest\InstagramRoute(),
			new Rest\RedirectsRoute(),
			new Rest\SiteRoutes(),
			new Rest\PickerRoute(),
			new Redirects\FormerSlugs(),
			new Redirects\Front(),
			new Preview\Access(),
			new Preview\Button(),
			new Preview\Unsaved(),
			new Preview\SiteLinks(),
			new Media\Uploads(),
			new Webhook\Changes(),
			new Webhook\Sender(),
		];
		if (is_admin()) {
			array_push(
				$modules,
				new Admin\Assets(),
				new Admin\PropertyBoxes(),
				new Admin\TranslationFields(),
				new Admin\PreviewForm(),
				new Admin\ArticleBox(),
				new Admin\SectionsBox(),
				new Admin\LanguageBox(),
				new Admin\PropertyColumns(),
				new Admin\TermForms(),
				new Admin\UserForm(),
				new Admin\MediaForm(),
				new Admin\AgencyPage(),
				new Admin\MenusPage(),
				new Admin\RedirectsPage(),
				new Admin\InstagramPage(),
				new Admin\SettingsPage(),
				new Admin\StatusPage()
			);
		}
		return $modules;
	}
}
