<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Admin\Clean;
use Estate\Admin\Controls;
use Estate\Admin\Field;
use Estate\Admin\PropertyBoxes;
use Estate\Content\Layouts;
use Estate\Content\LayoutWords;
use Estate\Content\SectionCheck;
use Estate\Fields\Meta;
use Estate\Fields\Number;
use Estate\Settings\MenuJson;
use Estate\Settings\SiteStatus;
use Estate\Settings\ViewingHours;

/** Forms of editors. */
final class FormsTest extends Check {

	public function testNumbersInTheFormatsOfEditors(): void {
		foreach (['1.250.000 €' => 1250000, '220 m²' => 220, '95.50' => 95, '95,5' => 95, '1,250' => 1250, '-5' => 0, 'abc' => 0, '' => 0, '1e3' => 1000, '99999999999' => 2000000000] as $text => $want) {
			$this->same(Number::whole((string) $text), $want, "\"$text\"");
		}
		$this->same(Number::decimal('36,5101'), 36.5101, 'a latitude with a comma');
	}

	/** The table of the site's own tests. The form may name what only the site reads, of other agencies' fields. */
	public function testPricesAndSizesAsAgenciesTypeThem(): void {
		$table = json_decode((string) file_get_contents(dirname(__DIR__, 3) . '/internal/content/number/testdata/numbers.json'), true);
		$this->holds(count($table) > 50, 'a table of numbers');
		foreach ($table as $row) {
			$got  = Number::parse($row['text']);
			$want = $row['value'] === null ? null : (float) $row['value'];
			if ($got !== null || empty($row['lenient'])) {
				$this->same($got, $want, "\"{$row['text']}\"");
			}
		}
		foreach (['', 'abc', '1,2m'] as $text) {
			$this->same(Number::parse($text), null, "\"$text\" is not understood");
		}
		$this->same(Number::parse("2\u{a0}000"), 2000.0, 'a space that does not break');
	}

	public function testANumberThatIsNotUnderstoodStaysInTheForm(): void {
		$field = new Field('bedrooms', Field::NUMBER, 'Bedrooms');
		$this->same([Clean::value($field, ' three '), Clean::value($field, '450k'), Clean::value($field, '')], ['three', 450000, ''], 'kept values');
		$this->same(Clean::value(new Field('lat', Field::DECIMAL, ''), 'north'), 'north', 'a kept latitude');
		$id = $this->make('properties', [], ['bedrooms' => 'three']);
		$this->same($this->ask("/wp/v2/properties/$id")->get_data()['bedrooms'], 0, 'bedrooms on the site');
		$this->holds(str_contains(html_entity_decode($this->printed(fn() => Controls::print($field, 'three'))), '"three" is not understood as a number'), 'the form names what it does not understand');
		$this->same(Controls::warning($field, '1.250.000 €'), '', 'a price with its currency');
		$this->same(Controls::warning(new Field('lng', Field::DECIMAL, ''), '-4,88'), '', 'a longitude');
	}

	public function testHoursOfViewingsThatAreNotUnderstoodAreNamed(): void {
		$hours = new Field('viewing_hours', Field::HOURS, 'Hours');
		$table = json_decode((string) file_get_contents(dirname(__DIR__, 3) . '/internal/content/testdata/viewing-hours.json'), true);
		foreach ($table as $row) {
			$off = strtolower(trim($row['hours'])) === 'none' ? '' : $row['off'];
			$this->same(array_merge(ViewingHours::unread($row['hours']), ViewingHours::unreadDays($off)), $row['unread'], "\"$row[hours]\" without \"$row[off]\"");
		}
		$this->holds(count($table) > 9, 'the table that the site is tested with');
		$this->holds(str_contains($this->printed(fn() => Controls::print($hours, 'weekdays, ten to two')), 'The site takes no viewing requests now.'), 'the form says that viewings are off');
		$this->same(Clean::value($hours, "weekdays\r\nmon 9-10"), "weekdays\nmon 9-10", 'saved hours');
		$this->same(str_contains(Controls::warning($hours, "weekdays\nmon 9-10"), 'requests now'), false, 'some hours are understood');
		$this->same([Controls::warning($hours, 'none'), Controls::warning($hours, ''), Controls::warning(new Field('days_off', Field::DAYS, ''), '12-25')], ['', '', ''], 'no warnings');
		$save = new \ReflectionMethod(\Estate\Admin\AgencyPage::class, 'save');
		$save->setAccessible(true);
		$this->same(count($save->invoke(new \Estate\Admin\AgencyPage(), ['viewing_hours' => 'weekdays', 'days_off' => 'Christmas'])), 2, 'the page names both after saving');
		$this->same(\Estate\Settings\Options::all()['viewing_hours'], 'weekdays', 'what was typed stays');
	}

	public function testTheNumbersOfTheAgencyAreInTheRecord(): void {
		$contact = fn(): array => $this->ask('/options/options')->get_data()['acf']['contact'];
		$this->same([$contact()['agents'], $contact()['years']], [0, 0], 'no numbers, no claim');
		update_option(\Estate\Settings\Options::OPTION, ['agents' => '40', 'years' => 'thirty'] + \Estate\Settings\Options::all());
		$this->same([$contact()['agents'], $contact()['years']], [40, 0], 'a number, and a word that is none');
	}

	public function testTheListShowsThePriceInItsCurrency(): void {
		foreach (['GBP' => '1.250.000 £', '' => '1.250.000 €'] as $currency => $want) {
			$id = $this->make('properties', [], ['price_amount' => 1_250_000, 'price_currency' => (string) $currency]);
			$this->same($this->printed(fn() => (new \Estate\Admin\PropertyColumns())->show('estate_price', $id)), $want, "price in \"$currency\"");
		}
	}

	public function testFeaturesAreChosenByName(): void {
		$field = new Field('features', Field::FEATURES, 'Features');
		$print = $this->printed(fn() => Controls::print($field, ['sea_views', 'Piscina', 'Bodega del siglo XIX']));
		$this->same(preg_match_all('/value="(sea_views|pool)" checked/', preg_replace("/ checked='checked'/", ' checked', $print)), 2, 'known features are checked');
		$this->holds(str_contains($print, '>Bodega del siglo XIX</textarea>') && str_contains($print, '> Sea views</label>'), 'other words stay words');
		$this->same(Clean::value($field, ['known' => ['pool', 'evil'], 'own' => "Bodega\n\n<b>x</b>"]), ['pool', 'Bodega', 'x'], 'saved features');
	}

	public function testLanguagesStandBesideEachOther(): void {
		$print = $this->printed(fn() => Controls::grid([
			new Field('title_en', Field::TEXT, 'A'), new Field('title_es', Field::TEXT, 'B'), new Field('phone_1', Field::TEXT, 'C'),
		], static fn() => ''));
		$this->same(preg_match('#^<div class="estate-grid"><div class="estate-beside"[^>]*>.*title_en.*title_es.*</div></div><div class="estate-field estate-is-text">.*phone_1#s', $print), 1, 'two languages in one row');
		$post  = get_post($this->make('properties', [], ['title_es' => 'Casa Única']));
		$print = $this->printed(fn() => do_action('edit_form_after_title', $post));
		$this->holds(class_exists(\Estate\Admin\TranslationFields::class), 'the class of the other languages');
		(new \Estate\Admin\TranslationFields())->register();
		$print = $this->printed(fn() => do_action('edit_form_after_title', $post));
		$this->holds(str_contains($print, 'name="estate[title_es]" value="Casa Única"'), 'the Spanish title below the English one');
	}

	public function testEditorsKeepTheAgencysData(): void {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		$pages = [
			'estate' => new \Estate\Admin\AgencyPage(), 'estate-menus' => new \Estate\Admin\MenusPage(), 'estate-redirects' => new \Estate\Admin\RedirectsPage(),
			'estate-status' => new \Estate\Admin\StatusPage(), 'estate-connection' => new \Estate\Admin\SettingsPage(),
		];
		wp_set_current_user(wp_insert_user(['user_login' => 'anneditor', 'user_pass' => 'x', 'role' => 'editor', 'user_email' => 'e@example.test']));
		foreach ($pages as $page) {
			$page->menu();
		}
		global $submenu;
		$allowed = array_column($submenu['estate'] ?? [], 2);
		$this->same($allowed, ['estate', 'estate-menus', 'estate-redirects', 'estate-status'], 'pages of an editor');
		$submenu = [];
	}

	public function testContentIsChosenByName(): void {
		$development = $this->make('developments', ['post_title' => 'Zyx Gardens']);
		$print       = $this->printed(fn() => Controls::print(new Field('units_of', Field::POST, 'Unit of', '', ['developments']), $development));
		$this->holds(str_contains($print, 'data-kind="development"') && str_contains($print, 'type="hidden"') && str_contains($print, "value=\"$development\""), 'the development of a unit');
		$print = $this->printed(fn() => Controls::print(new Field('pdf', Field::DOCUMENT, 'Brochure'), ''));
		$this->holds(str_contains($print, 'data-library="application/pdf"'), 'a brochure of the media library');
		foreach (Layouts::all() as $layout => $fields) {
			$walk = function (array $fields) use (&$walk, $layout): void {
				foreach ($fields as $field) {
					$this->holds(!in_array($field['form'], ['ids', 'words'], true), "section $layout: {$field['name']} is a list to type");
					$this->holds(!($field['form'] === 'number' && !in_array($field['name'], ['limit', 'lines', 'seconds'], true)), "section $layout: {$field['name']} is a number to type");
					is_array($field['form']) && $walk($field['form']);
				}
			};
			$walk($fields);
		}
	}

	private function printed(callable $print): string {
		ob_start();
		$print();
		return (string) ob_get_clean();
	}

	public function testFieldValuesAreSanitized(): void {
		$choice = new Field('x', Field::CHOICE, '', '', ['a' => 'A']);
		$this->same([Clean::value($choice, 'a'), Clean::value($choice, 'z'), Clean::value($choice, ['a'])], ['a', '', ''], 'choices');
		$this->same(Clean::value(new Field('x', Field::CHECKS, '', '', ['sold' => '', 'new' => '']), ['new', 'evil']), ['new'], 'checks');
		$this->same(Clean::value(new Field('x', Field::URL, ''), 'javascript:alert(1)'), '', 'javascript address');
		$this->same(Clean::value(new Field('x', Field::HTML, ''), '<p>a</p><script>b</script>'), '<p>a</p>b', 'markup of a user without unfiltered_html');
		$this->same(Clean::value(new Field('x', Field::EMBEDS, ''), "<iframe src=\"https://a.test\" onload=\"x\"></iframe>\n\n<script>b</script>"), ['<iframe src="https://a.test"></iframe>', 'b'], 'embed codes');
		$this->same(Clean::value(new Field('x', Field::PICTURES, ''), '3,3,x,-4,5'), [3, 4, 5], 'pictures');
		$this->same(Clean::value(new Field('x', Field::TEXT, ''), ['not', 'a', 'text']), '', 'list in place of a text');
		$rows = new Field('x', Field::ROWS, '', '', [new Field('name', Field::TEXT, ''), new Field('beds', Field::NUMBER, '')]);
		$this->same(Clean::value($rows, [['name' => ' A ', 'beds' => '2'], ['name' => '', 'beds' => ''], 'x']), [['name' => 'A', 'beds' => 2]], 'rows');
	}

	public function testAFormNeedsANonceAndACapability(): void {
		$id   = $this->make('properties', [], ['bedrooms' => 2]);
		$post = get_post($id);
		$box  = new PropertyBoxes();
		$send = function (string $nonce) use ($box, $id, $post): int {
			$_POST = ['estate_nonce' => $nonce, 'estate' => ['bedrooms' => '7', 'reference' => 'O\\\'Hara <b>']];
			$box->save($id, $post);
			return (int) Meta::get($id, 'bedrooms');
		};
		$this->asAdmin();
		$this->same($send('forged'), 2, 'bedrooms after a forged form');
		$nonce = wp_create_nonce('estate_fields_' . $id);
		$this->same($send($nonce), 7, 'bedrooms after the form');
		$this->same(Meta::text($id, 'reference'), "O'Hara", 'a text without markup, with its apostrophe');
		Meta::set($id, 'bedrooms', 2);
		wp_set_current_user(wp_insert_user(['user_login' => 'formreader', 'user_pass' => 'x', 'role' => 'subscriber', 'user_email' => 'f@example.test']));
		$this->same($send(wp_create_nonce('estate_fields_' . $id)), 2, 'bedrooms after a reader\'s form');
	}

	public function testAFieldThatAnEditorChangesLocksItself(): void {
		$id = $this->make('properties', [], ['source_system' => 'crm', 'bedrooms' => 2, 'private_note' => 'of the feed', 'floor' => '3']);
		$this->asAdmin();
		$_POST = ['estate_nonce' => wp_create_nonce('estate_fields_' . $id), 'estate' => [
			'source_system' => 'crm', 'locks' => [], 'bedrooms' => '4', 'floor' => '3', 'private_note' => 'Keys at the office',
		]];
		(new PropertyBoxes())->save($id, get_post($id));
		$this->same(Meta::get($id, 'locks'), ['bedrooms', 'private'], 'locks');
		$this->same(Meta::text($id, 'private_note'), 'Keys at the office', 'the note');
	}

	public function testSpanishTranslation(): void {
		load_textdomain('estate', dirname(__DIR__) . '/languages/estate-es_ES.mo');
		$this->same([__('Bedrooms', 'estate'), sprintf(__('Translation in %s', 'estate'), 'X')], ['Dormitorios', 'Lo mismo en X'], 'words');
		unload_textdomain('estate');
	}

	public function testEveryLayoutHasLabels(): void {
		$this->same(array_diff_key(Layouts::all(), LayoutWords::layouts()), [], 'layouts without labels');
		$this->holds(count(Layouts::all()) >= 34, 'layouts');
		$words = LayoutWords::editor()['fields'];
		$walk  = function (array $fields) use (&$walk, $words): void {
			foreach ($fields as $field) {
				$this->holds(isset($words[$field['name']]), "field {$field['name']} has no label");
				is_array($field['form']) && $walk($field['form']);
			}
		};
		foreach (Layouts::all() as $fields) {
			$walk($fields);
		}
	}

	public function testSectionsAreValidated(): void {
		$this->same(count(SectionCheck::complaints([['acf_fc_layout' => 'intro', 'title' => 'Hi'], ['acf_fc_layout' => 'content', 'html' => '<p>x</p>']])), 0, 'problems of valid sections');
		$this->same(count(SectionCheck::complaints([['acf_fc_layout' => 'intro'], ['acf_fc_layout' => 'nonsense']])), 2, 'problems of invalid sections');
	}

	public function testASectionThatWillBeEmptyIsNamed(): void {
		$draft    = $this->make('properties', ['post_status' => 'draft']);
		$public   = $this->make('properties', [], ['price_amount' => 1]);
		$problems = static fn(array $section): array => SectionCheck::complaints([$section]);
		$homes    = static fn(array $choice): array => ['acf_fc_layout' => 'properties', 'title' => 'Homes', 'homes' => $choice];
		$this->same(count($problems(['acf_fc_layout' => 'property', 'id' => $draft])), 1, 'a draft');
		$this->same($problems(['acf_fc_layout' => 'property', 'id' => $public]), [], 'a published property');
		$this->same(count($problems($homes(['ids' => [$draft]]))), 1, 'only drafts');
		$this->same($problems($homes(['ids' => [$draft, $public], 'filter' => ['s_type' => 987654]])), [], 'one of them is published');
		$this->same(count($problems($homes(['filter' => ['s_type' => 987654]]))), 1, 'a filter that finds nothing');
		$this->same($problems($homes(['filter' => ['sort' => 'price_low']])), [], 'a filter that finds all');
		$this->same(count($problems(['acf_fc_layout' => 'link', 'title' => 'T', 'links' => [['text' => 'A', 'link' => '/'], ['text' => 'B']]])), 1, 'a link without its target');
	}

	public function testMenusAreValidated(): void {
		$this->same(MenuJson::complaint(MenuJson::EXAMPLE), '', 'the example');
		foreach (['', 'x', '{}', '{"menu":{}}', '{"menu":{"main":{}}}', '{"menu":{"main":{"items":[{"link":"/"}]}}}', '{"menu":{"main":[]}}'] as $bad) {
			$this->holds(MenuJson::complaint($bad) !== '', "\"$bad\" is no menu");
		}
	}

	public function testInvalidStatusResponses(): void {
		$this->same(SiteStatus::read(200, '{"mode":"replica"}'), ['mode' => 'replica'], 'valid response');
		foreach ([[200, '<html>'], [200, '"text"'], [401, '{}'], [404, ''], [500, '']] as [$status, $body]) {
			$this->holds(is_string(SiteStatus::read($status, $body)), "status $status with \"$body\" gives a message");
		}
	}
}
