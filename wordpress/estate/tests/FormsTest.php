<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Admin\Clean;
use Estate\Admin\Field;
use Estate\Admin\PropertyBoxes;
use Estate\Content\Layouts;
use Estate\Content\LayoutWords;
use Estate\Content\SectionCheck;
use Estate\Fields\Meta;
use Estate\Fields\Number;
use Estate\Settings\MenuJson;
use Estate\Settings\SiteStatus;

/** Forms of editors. */
final class FormsTest extends Check {

	public function testNumbersInTheFormatsOfEditors(): void {
		foreach (['1.250.000 €' => 1250000, '220 m²' => 220, '95.50' => 95, '95,5' => 95, '1,250' => 1250, '-5' => 0, 'abc' => 0, '' => 0, '1e3' => 1000, '99999999999' => 2000000000] as $text => $want) {
			$this->same(Number::whole((string) $text), $want, "\"$text\"");
		}
		$this->same(Number::decimal('36,5101'), 36.5101, 'a latitude with a comma');
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
