<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Own;

/** Two languages in one WordPress. */
final class LanguageTest extends Check {

	public function testListsHaveOneLanguage(): void {
		$english = $this->make('post', [], []);
		$spanish = $this->make('post');
		update_post_meta($spanish, Own::LANGUAGE, 'es');
		$this->holds(in_array($english, $this->ids('/wp/v2/posts', ['per_page' => 100]), true), 'a post without a language has the default language');
		$this->holds(!in_array($spanish, $this->ids('/wp/v2/posts', ['per_page' => 100]), true), 'a Spanish post is not in the English list');
		$this->holds(in_array($spanish, $this->ids('/wp/v2/posts', ['per_page' => 100], 'es'), true), 'a Spanish post is in the Spanish list');
	}

	public function testLinksHaveTheLanguageOfTheirTarget(): void {
		$id = $this->make('post', ['post_name' => 'una-nota-de-prueba']);
		update_post_meta($id, Own::LANGUAGE, 'es');
		$this->same(Links::path((string) get_permalink($id)), '/es/una-nota-de-prueba/', 'link of a Spanish post');
		$home = $this->make('properties', ['post_name' => 'test-property'], ['slug_es' => 'casa-de-prueba']);
		$data = $this->ask("/wp/v2/properties/$home", [], 'es')->get_data();
		$this->same([$data['slug'], Links::path($data['link'])], ['casa-de-prueba', '/es/properties/casa-de-prueba/'], 'slug and link of a property in Spanish');
		$this->same($this->ids('/wp/v2/properties', ['slug' => 'casa-de-prueba'], 'es'), [$home], 'the property by its Spanish slug');
		$this->same($this->ids('/wp/v2/properties', ['slug' => 'casa-de-prueba']), [], 'no property has that slug in English');
	}

	public function testTwoLanguagesMayShareASlug(): void {
		$first = $this->make('page', ['post_name' => 'shared-slug']);
		$twice = $this->make('page', ['post_name' => 'shared-slug']);
		$this->same(get_post($twice)->post_name, 'shared-slug-2', 'slug of a second page in the same language');
		$_POST['estate_lang'] = 'es';
		$other = $this->make('page', ['post_name' => 'shared-slug']);
		$this->same([get_post($first)->post_name, get_post($other)->post_name], ['shared-slug', 'shared-slug'], 'slugs of two languages');
	}

	public function testOnlyPublishedTranslationsAreLinked(): void {
		$english = $this->make('page', ['post_name' => 'translation-en']);
		$spanish = $this->make('page', ['post_name' => 'translation-es', 'post_status' => 'draft']);
		update_post_meta($spanish, Own::LANGUAGE, 'es');
		update_post_meta($english, Own::TRANSLATION . 'es', $spanish);
		$this->same($this->ask("/wp/v2/pages/$english")->get_data()['alternative_links'], null, 'draft translation');
		wp_publish_post($spanish);
		$this->same(array_keys($this->ask("/wp/v2/pages/$english")->get_data()['alternative_links']), ['en', 'es'], 'published translation');
	}

	public function testACustomAddressIsTheLink(): void {
		$id = $this->make('page', ['post_name' => 'own-address'], ['path' => '/for-sale/castles/']);
		$this->same(Links::path((string) get_permalink($id)), '/for-sale/castles/', 'link');
	}

	public function testLanguageFolders(): void {
		$this->same(Languages::filled(), ['en', 'es'], 'languages');
		$this->same(Languages::prefix('es') . Languages::prefix('en'), '/es', 'folders');
		$this->same(Links::localise(home_url('/es/a/'), 'en'), home_url('/a/'), 'an address in English');
		$this->same(Links::localise('https://other.test/es/', 'en'), 'https://other.test/es/', 'an address of another host');
	}
}
