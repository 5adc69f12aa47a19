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
}
