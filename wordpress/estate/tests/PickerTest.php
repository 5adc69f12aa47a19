<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Content\TermIds;
use Estate\Language\Own;

/** The pickers of the editor's forms. */
final class PickerTest extends Check {

	/** @return array<int|string, string> labels by value */
	private function found(array $params, string $name = 'label'): array {
		return array_column((array) $this->ask('/estate/v1/picker', $params)->get_data(), $name, 'value');
	}

	public function testVisitorsAndReadersHaveNoPicker(): void {
		$this->same($this->ask('/estate/v1/picker', ['kind' => 'property'])->get_status(), 401, 'a visitor');
		wp_set_current_user(wp_insert_user(['user_login' => 'pickreader', 'user_pass' => 'x', 'role' => 'subscriber', 'user_email' => 'p@example.test']));
		$this->same($this->ask('/estate/v1/picker', ['kind' => 'property'])->get_status(), 403, 'a reader');
		$this->asAdmin();
		$this->same($this->ask('/estate/v1/picker', ['kind' => 'user'])->get_status(), 400, 'an unknown kind');
	}

	public function testPropertiesAreFoundByTitleSpanishTitleAndReference(): void {
		$this->asAdmin();
		$id = $this->make('properties', ['post_title' => 'Zyx &amp; Villa'], ['title_es' => 'Casona Wvu', 'reference' => 'ZT-901P']);
		$this->make('developments', ['post_title' => 'Zyx Gardens']);
		foreach (['zyx', 'villa ZYX', 'casona', 'zt-901'] as $text) {
			$this->same($this->found(['kind' => 'property', 'search' => $text]), [$id => 'Zyx & Villa'], "found by \"$text\"");
		}
		$this->same($this->found(['kind' => 'property', 'search' => 'zyx 100%']), [], 'with a word that is not in it');
		$draft = $this->make('properties', ['post_title' => 'Zyx Two', 'post_status' => 'draft']);
		$this->same($this->found(['kind' => 'property', 'include' => "$draft,999999999,$id"], 'note'), [$draft => 'not published', $id => 'ZT-901P'], 'names of chosen ones, in their order');
	}

	public function testTermsHaveTheIdsOfTheSite(): void {
		$this->asAdmin();
		$province = $this->make_term('s_location', 'Zyxia', 0);
		$city     = $this->make_term('s_location', 'Wvutown', $province);
		$this->same($this->found(['kind' => 'place', 'search' => 'wvu']), [$city => 'Zyxia › Wvutown'], 'a place with its province');
		$this->same($this->found(['kind' => 'place', 'search' => 'zyxia wvu']), [$city => 'Zyxia › Wvutown'], 'a place by both names');
		update_option(TermIds::OPTION, [4242 => $city]);
		TermIds::reset();
		$this->same(array_keys($this->found(['kind' => 'place', 'search' => 'wvu'])), [4242], 'the id on the site');
		$this->same($this->found(['kind' => 'place', 'include' => '4242']), [4242 => 'Zyxia › Wvutown'], 'its name');
		$slug = $this->make_term('s_options', 'Zyx front', 0);
		$this->same($this->found(['kind' => 'collection', 'search' => 'zyx']), [get_term($slug)->slug => 'Zyx front'], 'a collection by its slug');
	}

	public function testLinksLeadToPagesInTheirLanguage(): void {
		$this->asAdmin();
		$page    = $this->make('page', ['post_title' => 'Zyx advice', 'post_name' => 'zyx-advice']);
		$spanish = $this->make('page', ['post_title' => 'Zyx consejos', 'post_name' => 'zyx-consejos']);
		update_post_meta($spanish, Own::LANGUAGE, 'es');
		$this->make('page', ['post_title' => 'Zyx draft', 'post_status' => 'draft']);
		$this->make('properties', ['post_title' => 'Zyx villa', 'post_name' => 'zyx-villa'], ['title_es' => 'Zyx villa es', 'slug_es' => 'zyx-casa']);
		$found = array_keys($this->found(['kind' => 'link', 'search' => 'zyx']));
		sort($found);
		$this->same($found, ['/es/properties/zyx-casa/', '/es/zyx-consejos/', '/properties/zyx-villa/', '/zyx-advice/'], 'links');
		$this->same($this->found(['kind' => 'page', 'search' => 'zyx', 'language' => 'es']), [$spanish => 'Zyx consejos'], 'Spanish pages');
		$this->same($this->found(['kind' => 'page', 'include' => (string) $page], 'note'), [$page => 'English'], 'the language of a page');
	}

	private function make_term(string $taxonomy, string $name, int $parent): int {
		return (int) wp_insert_term($name, $taxonomy, ['parent' => $parent])['term_id'];
	}
}
