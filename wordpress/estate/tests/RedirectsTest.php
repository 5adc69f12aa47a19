<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Fields\Meta;
use Estate\Redirects\OldSlugs;
use Estate\Redirects\Table;
use Estate\Webhook\Changes;

/** Redirects. */
final class RedirectsTest extends Check {

	public function testPairsAreFoundInNormalForm(): void {
		update_option(Table::OPTION, [['from' => '/Old-Page/', 'to' => '/about/'], ['from' => '/index.php?lang=en&id=7', 'to' => '/blog/', 'status' => 302], ['from' => '', 'to' => '/x/']]);
		foreach (['/old-page/' => '/about/', '/old-page' => '/about/', '/index.php?id=7&lang=en' => '/blog/', '/index.php?id=8&lang=en' => '', '/old-page/more/' => ''] as $link => $want) {
			$this->same(Table::find($link)['to'] ?? '', $want, $link);
		}
	}

	public function testTheListIsPagedAndHasOldSlugs(): void {
		update_option(Table::OPTION, [['from' => '/a/', 'to' => '/b/'], ['from' => '/c/', 'to' => '/d/', 'status' => 308]]);
		$property = $this->make('properties', ['post_name' => 'new-slug']);
		add_post_meta($property, '_wp_old_slug', 'former-slug');
		$first = $this->ask('/estate/v1/redirects', ['per_page' => 2]);
		$this->same($first->get_data(), [['from' => '/a/', 'to' => '/b/', 'status' => 301], ['from' => '/c/', 'to' => '/d/', 'status' => 308]], 'first page');
		$pages = (int) $first->get_headers()['X-WP-TotalPages'];
		$all   = [];
		for ($page = 1; $page <= $pages; $page++) {
			$all = array_merge($all, $this->ask('/estate/v1/redirects', ['per_page' => 2, 'page' => $page])->get_data());
		}
		foreach (['/properties/', '/es/properties/'] as $folder) {
			$this->holds(in_array(['from' => $folder . 'former-slug/', 'to' => $folder . 'new-slug/', 'status' => 301], $all, true), "old slug in $folder");
		}
		$this->same($this->ask('/estate/v1/redirects', ['per_page' => 101])->get_status(), 400, 'more than 100 per page');
	}

	public function testFormerSlugsOfALanguageAndOfPagesLeadToTheNewOnes(): void {
		$property = $this->make('properties', ['post_name' => 'a-house'], ['slug_es' => 'una-casa']);
		$other    = $this->make('properties', ['post_name' => 'b-house'], ['slug_es' => 'otra-casa']);
		$page     = $this->make('page', ['post_name' => 'first-name']);
		Meta::set($property, 'slug_es', 'casa-azul');
		Meta::set($property, 'slug_es', 'casa-verde');
		Meta::set($other, 'slug_es', '');
		wp_update_post(['ID' => $page, 'post_name' => 'second-name']);
		$pairs = array_column($this->ask('/estate/v1/redirects', ['per_page' => 100])->get_data(), 'to', 'from');
		foreach ([
			'/es/properties/una-casa/' => '/es/properties/casa-verde/', '/es/properties/casa-azul/' => '/es/properties/casa-verde/',
			'/es/properties/otra-casa/' => '/es/properties/b-house/', '/first-name/' => '/second-name/', '/properties/una-casa/' => null,
		] as $from => $to) {
			$this->same([$pairs[$from] ?? null, OldSlugs::find($from)['to'] ?? null], [$to, $to], $from);
		}
		Meta::set($other, 'slug_es', 'una-casa');
		$this->same(OldSlugs::find('/es/properties/una-casa/'), null, 'a slug that another property has now');
		Meta::set($property, 'slug_es', 'casa-azul');
		$this->same(OldSlugs::find('/es/properties/casa-azul/'), null, 'the present slug');
	}

	public function testPagesBelowARenamedPageKeepTheirOldLinks(): void {
		$parent = $this->make('page', ['post_name' => 'parent-one']);
		$child  = $this->make('page', ['post_name' => 'child-page', 'post_parent' => $parent]);
		$last   = $this->make('page', ['post_name' => 'last-page', 'post_parent' => $child]);
		Changes::drain();
		wp_update_post(['ID' => $parent, 'post_name' => 'parent-two']);
		$ids = array_column(Changes::drain(), 'id');
		$this->same([in_array($child, $ids, true), in_array($last, $ids, true)], [true, true], 'changes of the pages below');
		wp_update_post(['ID' => $child, 'post_parent' => 0]);
		$pairs = array_column($this->ask('/estate/v1/redirects', ['per_page' => 100])->get_data(), 'to', 'from');
		foreach ([
			'/parent-one/' => '/parent-two/', '/parent-one/child-page/' => '/child-page/', '/parent-one/child-page/last-page/' => '/child-page/last-page/',
			'/parent-two/child-page/' => '/child-page/', '/parent-two/child-page/last-page/' => '/child-page/last-page/', '/child-page/' => null, '/parent-one/nothing/' => null,
		] as $from => $to) {
			$this->same([$pairs[$from] ?? null, OldSlugs::find($from)['to'] ?? null], [$to, $to], $from);
		}
		wp_update_post(['ID' => $child, 'post_parent' => $parent]);
		$this->same(OldSlugs::find('/parent-two/child-page/'), null, 'the present link');
		$this->same(OldSlugs::find('/child-page/')['to'] ?? '', '/parent-two/child-page/', 'a page that was moved back');
	}

	public function testAnOldReferenceFindsItsPropertyOrPair(): void {
		update_option(Table::OPTION, [['from' => '/propertie/OLD-1P/', 'to' => '/for-sale/']]);
		$property = $this->make('properties', [], ['reference' => 'ZT-77P']);
		$this->same($this->ids('/wp/v2/properties', ['redirectRef' => 'zt-77p']), [$property], 'a property');
		$this->same($this->ask('/wp/v2/properties', ['redirectRef' => 'old-1p'])->get_data()[0]['link'] ?? '', home_url('/for-sale/'), 'a pair');
		$this->same($this->ids('/wp/v2/properties', ['redirectRef' => 'nothing']), [], 'unknown reference');
	}

	public function testALoopIsRefused(): void {
		update_option('estate_settings', ['site_url' => 'https://site.test']);
		$save = new \ReflectionMethod(\Estate\Admin\RedirectsPage::class, 'save');
		$save->setAccessible(true);
		$problems = $save->invoke(new \Estate\Admin\RedirectsPage(), ['lines' => "/a/ /b/\n/b /c/\n/c/ https://site.test/A\n/d/ /a/\n/e/ /e\n/f/ " . home_url('/f/')]);
		$this->same(array_column(Table::all(), 'from'), ['/a/', '/b', '/d/'], 'accepted lines');
		$this->same(count($problems), 3, 'refused lines');
		$this->holds(str_contains($problems[0] ?? '', '3') && str_contains($problems[0], '/c/ → https://site.test/A → /b/ → /c/'), 'the loop is named: ' . ($problems[0] ?? ''));
	}
}
