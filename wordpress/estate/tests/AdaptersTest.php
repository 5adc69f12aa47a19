<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Fields\AcfStore;
use Estate\Fields\Fields;
use Estate\Language\Polylang;
use Estate\Language\Providers;
use Estate\Language\Wpml;

require __DIR__ . '/stubs.php';

/** Adapters of other plugins, tested with stubs. */
final class AdaptersTest extends Check {

	/** @var array<int, string> */
	public static array $languages = [];

	/** @var array<int, array<string, int>> */
	public static array $translations = [];

	/** @var array<int|string, array<string, mixed>> */
	public static array $fields = [];

	public function testPolylangProvidesLanguages(): void {
		$english = $this->make('page', ['post_name' => 'pll-en']);
		$spanish = $this->make('page', ['post_name' => 'pll-es']);
		$none    = $this->make('page');
		self::$languages    = [$english => 'en', $spanish => 'es'];
		self::$translations = [$english => ['en' => $english, 'es' => $spanish, 'fr' => 99]];
		$provider           = new Polylang();
		Providers::replace($provider);
		$this->same([$provider->ofPost($spanish), $provider->ofPost($none)], ['es', 'en'], 'languages');
		$this->same($provider->translationsOfPost($english), ['es' => $spanish], 'translations in filled languages');
		$this->same(array_keys($this->ask("/wp/v2/pages/$english")->get_data()['alternative_links']), ['en', 'es'], 'links in a response');
		$this->same($provider->narrowPosts(['post_type' => 'page'], 'es')['lang'], 'es', 'query variable');
	}

	public function testWpmlProvidesLanguages(): void {
		$english = $this->make('page');
		$spanish = $this->make('page');
		$asked   = [];
		add_filter('wpml_element_language_details', static fn($none, array $of) => ['language_code' => $of['element_id'] === $spanish ? 'es' : 'en'], 10, 2);
		add_filter('wpml_object_id', static fn($id, $type, $orOriginal, $language) => $language === 'es' ? $spanish : $english, 10, 4);
		add_action('wpml_switch_language', static function ($language) use (&$asked): void {
			$asked[] = $language;
		});
		$provider = new Wpml();
		$this->same([$provider->ofPost($english), $provider->ofPost($spanish)], ['en', 'es'], 'languages');
		$this->same($provider->translationsOfPost($english), ['es' => $spanish], 'translations');
		$this->same($provider->narrowPosts([], 'es')['suppress_filters'], false, 'filters of the query');
		$this->same($asked, ['es'], 'the language is switched');
		foreach (['wpml_element_language_details', 'wpml_object_id', 'wpml_switch_language'] as $hook) {
			remove_all_filters($hook);
		}
	}

	public function testFieldsOfAcfTakePrecedence(): void {
		$id      = $this->make('properties', ['post_title' => 'Own title'], ['bedrooms' => 2, 'bathrooms' => 1, 'price_amount' => 5]);
		$picture = $this->make('attachment', ['post_status' => 'inherit', 'post_mime_type' => 'image/jpeg']);
		update_post_meta($picture, '_wp_attached_file', 'a.jpg');
		self::$fields = [$id => [
			'bedrooms' => '7', 'title_es' => 'De ACF', 'price' => ['amount' => '900000', 'mode' => 'month'], 'promo_name' => false,
			'gallery' => [['ID' => $picture, 'url' => 'x', 'sizes' => []]], 'agent' => get_user_by('login', 'admin'),
		]];
		Fields::replace(new AcfStore());
		$data = $this->ask("/wp/v2/properties/$id")->get_data();
		$this->same([$data['bedrooms'], $data['bathrooms'], $data['acf']['title_es'], $data['promo_name']], [7, 1, 'De ACF', ''], 'numbers and texts');
		$this->same([$data['price']['amount'], $data['price']['mode']], [900000, 'month'], 'a group of fields');
		$this->same(array_column($data['gallery'], 'id'), [$picture], 'pictures as arrays');
		$this->holds(Fields::store()->has($id, 'bedrooms') && !Fields::store()->has($id, 'bathrooms'), 'only fields of ACF are omitted from the boxes');
	}

	public function testOptionsOfAcfTakePrecedence(): void {
		self::$fields = ['options' => ['contact' => ['phone_1' => '+34 1']]];
		Fields::replace(new AcfStore());
		$this->same($this->ask('/wp/v2/options/options')->get_data()['acf']['contact'], ['phone_1' => '+34 1'], 'contact');
	}
}
