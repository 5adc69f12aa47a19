<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Preview\Token;

/** The access of a preview token. */
final class PreviewTest extends Check {

	public function testATokenGivesAccessToItsDraftOnly(): void {
		$draft = $this->make('post', ['post_status' => 'draft', 'post_content' => 'one']);
		$other = $this->make('post', ['post_status' => 'draft']);
		$this->same($this->ask("/wp/v2/posts/$draft")->get_status(), 401, 'draft without a token');
		$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer ' . Token::make($draft, time());
		$this->same($this->ask("/wp/v2/posts/$draft")->get_status(), 200, 'the draft with its token');
		$this->same($this->ask("/wp/v2/posts/$draft/revisions")->get_status(), 200, 'its revisions');
		$this->same($this->ask("/wp/v2/posts/$other")->get_status(), 401, 'another draft');
		$this->same($this->ask("/wp/v2/posts/$other/revisions")->get_status(), 401, 'revisions of another');
		$this->same($this->ask("/wp/v2/posts/$draft", ['context' => 'edit'])->get_status(), 401, 'the draft to edit');
		$this->same($this->ask("/wp/v2/posts/$draft/revisions", ['context' => 'edit'])->get_status(), 401, 'its revisions to edit');
		$this->same($this->ask('/wp/v2/posts', ['status' => 'draft'])->get_status(), 400, 'a list of drafts');
		$this->same(get_current_user_id(), 0, 'signed-in user');
	}

	public function testATokenWritesNothing(): void {
		$draft = $this->make('post', ['post_status' => 'draft', 'post_title' => 'before']);
		$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer ' . Token::make($draft, time());
		foreach (['POST' => "/wp/v2/posts/$draft", 'DELETE' => "/wp/v2/posts/$draft"] as $method => $route) {
			$_SERVER['REQUEST_METHOD'] = $method;
			$request = new \WP_REST_Request($method, $route);
			$request->set_body_params(['title' => 'after']);
			$this->same(rest_get_server()->dispatch($request)->get_status(), 401, $method);
		}
		$this->same(get_post($draft)->post_title, 'before', 'the title');
	}

	public function testATokenGivesNoAccessToTrash(): void {
		$id = $this->make('post');
		wp_trash_post($id);
		$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer ' . Token::make($id, time());
		$this->same($this->ask("/wp/v2/posts/$id")->get_status(), 401, 'trash');
	}

	public function testThePreviewButtonOpensTheSite(): void {
		update_option('estate_settings', ['site_url' => 'https://site.test/']);
		$this->asAdmin();
		$draft = $this->make('properties', ['post_status' => 'draft']);
		$link  = get_preview_post_link($draft);
		parse_str((string) wp_parse_url($link, PHP_URL_QUERY), $query);
		$this->holds(str_starts_with($link, 'https://site.test/?p=' . $draft . '&post_type=properties'), "address $link");
		$this->same($query['preview'] ?? '', 'true', 'preview');
		$this->same(Token::read(substr($query['frontity_source_auth'] ?? '', 7), time()), $draft, 'post of the token');
		wp_set_current_user(0);
		$this->holds(!str_contains((string) get_preview_post_link($draft), 'frontity'), 'a user who may not edit the post gets no token');
	}

	public function testAPreviewShowsUnsavedFieldsToItsTokenOnly(): void {
		update_option('estate_settings', ['tell_hidden_prices' => true]);
		$editor = $this->asAdmin();
		$offer  = (int) wp_insert_term('Zyx offer', 's_offer')['term_id'];
		$id     = $this->make('properties', ['post_title' => 'Saved'], ['price_amount' => 500_000, 'bedrooms' => 3, 'title_es' => 'Guardada']);
		$_POST  = [
			'post_ID' => (string) $id, 'wp-preview' => 'dopreview', 'estate_nonce' => wp_create_nonce('estate_fields_' . $id), 'post_title' => 'Unsaved', 'content' => 'New text',
			'estate'  => ['price_amount' => '450k', 'bedrooms' => '', 'title_es' => 'Sin guardar'], 'tax_input' => ['s_offer' => ['0', (string) $offer]], '_thumbnail_id' => '-1',
		];
		(new \Estate\Admin\PreviewForm())->keep();
		$_POST = [];
		$read  = function (string $language = 'en') use ($id): array {
			$data = (array) $this->ask("/wp/v2/properties/$id", [], $language)->get_data();
			return [$data['price']['amount'], $data['bedrooms'], $data['acf']['title_en'], $data['acf']['title_es'], $data['s_offer']];
		};
		wp_set_current_user(0);
		$this->same($read(), [500_000, 3, 'Saved', 'Guardada', []], 'what visitors read');
		$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer ' . Token::make($id, time());
		$this->same($read(), [450_000, 0, 'Unsaved', 'Sin guardar', [$offer]], 'what the preview reads');
		$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer ' . Token::make($this->make('post'), time());
		$this->same($read(), [500_000, 3, 'Saved', 'Guardada', []], 'with the token of another post');
		unset($_SERVER['HTTP_AUTHORIZATION']);
		$this->same((int) get_post_meta($id, '_estate_price_amount', true), 500_000, 'the saved price');
		wp_set_current_user($editor);
		wp_update_post(['ID' => $id, 'post_title' => 'Saved again']);
		$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer ' . Token::make($id, time());
		$this->same($read()[2], 'Saved again', 'the preview after a save');
	}

	public function testAPreviewOfAPageShowsItsUnsavedFieldsWithoutAnyRevision(): void {
		update_option('estate_settings', ['site_url' => 'https://site.test']);
		$this->asAdmin();
		$saved = ['sections' => wp_json_encode([['acf_fc_layout' => 'claim', 'claim' => 'Saved claim']]), 'subtitle' => 'Saved subtitle'];
		$page  = $this->make('page', ['post_title' => 'Saved', 'post_name' => 'zyx-about'], $saved);
		$read  = fn(): array => (array) $this->ask("/wp/v2/pages/$page/revisions", ['per_page' => 1])->get_data();
		$token = Token::make($page, time());
		$_SERVER['HTTP_AUTHORIZATION'] = "Bearer $token";
		$this->same($read(), [], 'revisions of a page that was never changed');
		$_POST = [
			'post_ID' => (string) $page, 'estate_nonce' => wp_create_nonce('estate_fields_' . $page), 'post_title' => 'Unsaved', 'content' => "<!-- wp:paragraph -->\n<p>Unsaved text</p>\n<!-- /wp:paragraph -->",
			'estate' => ['subtitle' => 'Unsaved subtitle'], 'estate_sections' => wp_slash('[{"acf_fc_layout":"claim","claim":"A \"new\" claim"}]'), '_thumbnail_id' => '-1',
		];
		$this->same((new \Estate\Admin\PreviewForm())->keep()->ID ?? 0, $page, 'the page of the form');
		$_POST = [];
		wp_set_current_user(0);
		$revision = $read()[0] ?? [];
		$this->same([$revision['parent'] ?? 0, $revision['title']['rendered'] ?? '', $revision['content']['rendered'] ?? ''], [$page, 'Unsaved', '<p>Unsaved text</p>'], 'texts of the revision');
		$this->same([$revision['has_fields'] ?? false, $revision['acf']['subtitle'] ?? '', $revision['acf']['sections'] ?? []], [true, 'Unsaved subtitle', [['acf_fc_layout' => 'claim', 'claim' => 'A "new" claim']]], 'fields of the revision');
		$this->same($this->ask("/wp/v2/pages/$page")->get_data()['title']['rendered'], 'Unsaved', 'the page by its id, as the home page is read');
		unset($_SERVER['HTTP_AUTHORIZATION']);
		$visible = $this->ask("/wp/v2/pages/$page")->get_data();
		$this->same([$visible['title']['rendered'], $visible['acf']['subtitle'], $visible['acf']['sections'][0]['claim']], ['Saved', 'Saved subtitle', 'Saved claim'], 'what visitors read');
		$this->same(get_post_meta($page, '_estate_sections', true), $saved['sections'], 'the saved sections');
		$this->asAdmin();
		wp_update_post(['ID' => $page, 'post_title' => 'Saved again']);
		$_SERVER['HTTP_AUTHORIZATION'] = "Bearer $token";
		$this->same($read()[0]['title']['rendered'] ?? '', 'Saved again', 'the preview after a save');
		$this->same(isset($read()[0]['has_fields']), false, 'fields after a save');
	}

	public function testAPreviewOfAPostShowsItsUnsavedCategoriesAndTags(): void {
		$this->asAdmin();
		[$first, $second] = array_map(static fn(string $name): int => (int) wp_insert_term($name, 'category')['term_id'], ['Zyx first', 'Zyx second']);
		$tag   = (int) wp_insert_term('Zyx tag', 'post_tag')['term_id'];
		$post  = $this->make('post', [], [], ['category' => [$first], 'post_tag' => [$tag]]);
		$draft = $this->make('post', ['post_status' => 'draft'], [], ['category' => [$first]]);
		$read  = function (int $id, bool $revision): array {
			$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer ' . Token::make($id, time());
			$data = (array) $this->ask("/wp/v2/posts/$id" . ($revision ? '/revisions' : ''))->get_data();
			$data = $revision ? $data[0] ?? [] : $data;
			unset($_SERVER['HTTP_AUTHORIZATION']);
			return [$data['categories'] ?? null, $data['tags'] ?? null];
		};
		foreach ([
			'block editor'           => [['tax_input' => ['category' => ['0', (string) $second], 'post_tag' => ['0']]], [[$second], []]],
			'classic editor'         => [['post_category' => ['0', (string) $first, (string) $second], 'tax_input' => ['post_tag' => 'Zyx tag, no such tag']], [[$first, $second], [$tag]]],
			'a form without its box' => [[], [[$first], [$tag]]],
		] as $editor => [$sent, $want]) {
			foreach ([[$post, true], [$draft, false]] as [$id, $revision]) {
				if ($sent === [] && !$revision) {
					continue;
				}
				$this->asAdmin();
				$_POST = $sent + ['post_ID' => (string) $id, 'estate_nonce' => wp_create_nonce('estate_fields_' . $id)];
				(new \Estate\Admin\PreviewForm())->keep();
				$_POST = [];
				wp_set_current_user(0);
				$this->same($read($id, $revision), $want, $editor . ($revision ? ', published' : ', draft'));
			}
		}
		$this->same($this->ask("/wp/v2/posts/$post")->get_data()['categories'], [$first], 'what visitors read');
	}

	public function testAPreviewWithInvalidSectionsShowsTheSavedOnes(): void {
		$this->asAdmin();
		$page  = $this->make('page', [], ['sections' => wp_json_encode([['acf_fc_layout' => 'claim', 'claim' => 'Saved']])]);
		$_POST = ['post_ID' => (string) $page, 'estate_nonce' => wp_create_nonce('estate_fields_' . $page), 'estate_sections' => '[{"acf_fc', 'estate' => ['subtitle' => 'New']];
		(new \Estate\Admin\PreviewForm())->keep();
		$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer ' . Token::make($page, time());
		$acf = $this->ask("/wp/v2/pages/$page/revisions")->get_data()[0]['acf'] ?? [];
		$this->same([$acf['subtitle'] ?? '', $acf['sections'][0]['claim'] ?? ''], ['New', 'Saved'], 'fields of the revision');
	}

	public function testAForgedFormIsNotPreviewed(): void {
		$id    = $this->make('properties', [], ['bedrooms' => 3]);
		$_POST = ['post_ID' => (string) $id, 'wp-preview' => 'dopreview', 'estate_nonce' => 'forged', 'estate' => ['bedrooms' => '8']];
		(new \Estate\Admin\PreviewForm())->keep();
		$this->same(get_transient('estate_unsaved_' . $id), false, 'kept fields');
	}

	public function testARevisionOfAPropertyIsInTheLanguageOfTheRequest(): void {
		$this->asAdmin();
		$id = $this->make('properties', ['post_title' => 'First'], ['title_es' => 'Primera']);
		wp_update_post(['ID' => $id, 'post_title' => 'Second']);
		$titles = fn(string $language): string => $this->ask("/wp/v2/properties/$id/revisions", [], $language)->get_data()[0]['title']['rendered'];
		$this->same([$titles('en'), $titles('es')], ['Second', 'Primera'], 'titles of the newest revision');
	}

	public function testAnEditorsLinksLeadToTheSite(): void {
		update_option('estate_settings', ['site_url' => 'https://site.test']);
		$this->asAdmin();
		$id = $this->make('properties', ['post_name' => 'zyx-villa']);
		$this->same(get_permalink($id), home_url('/properties/zyx-villa/'), 'the link outside of an admin screen');
		require_once ABSPATH . 'wp-admin/includes/class-wp-screen.php';
		require_once ABSPATH . 'wp-admin/includes/screen.php';
		set_current_screen('edit-post');
		$this->same(get_permalink($id), 'https://site.test/properties/zyx-villa/', 'the link on an admin screen');
		$this->holds(str_starts_with((string) get_preview_post_link($id), 'https://site.test/properties/zyx-villa/?p=' . $id), 'the preview of a published property');
		$page = $this->make('page', ['post_name' => 'zyx-page']);
		unset($GLOBALS['current_screen']);
		$this->same($this->ask("/wp/v2/pages/$page")->get_data()['link'], home_url('/zyx-page/'), 'the link that the site reads');
		$this->same($this->ask("/wp/v2/pages/$page", ['context' => 'edit'])->get_data()['link'], 'https://site.test/zyx-page/', 'the link of the block editor');
	}
}
