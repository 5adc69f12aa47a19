<?php
/**
 * The base class of tests.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Content\TermIds;
use Estate\Fields\Fields;
use Estate\Fields\OwnStore;
use Estate\Language\Own;
use Estate\Language\Providers;
use WP_REST_Request;
use WP_REST_Response;

/** A test class. Each method that begins with "test" runs in its own transaction. */
abstract class Check {

	/** @var string[] */
	public array $problems = [];

	/** Runs before each test: signs out and clears caches. */
	public function begin(): void {
		self::reset();
	}

	private static function reset(): void {
		wp_set_current_user(0);
		Providers::replace(new Own());
		Fields::replace(new OwnStore());
		TermIds::reset();
		$_POST                     = [];
		$_SERVER['REQUEST_METHOD'] = 'GET';
		unset($_SERVER['HTTP_AUTHORIZATION']);
	}

	/** Runs after each test. */
	public function end(): void {
		self::reset();
	}

	/** Reports a problem unless two values are identical. */
	protected function same($got, $want, string $what): void {
		if ($got !== $want) {
			$this->problems[] = "$what: got " . wp_json_encode($got, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES) . ', want ' . wp_json_encode($want, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
		}
	}

	/** Reports a problem unless a condition is true. */
	protected function holds(bool $so, string $what): void {
		if (!$so) {
			$this->problems[] = $what;
		}
	}

	/** Sends a request to the REST API without HTTP. */
	protected function ask(string $route, array $params = [], string $language = 'en'): WP_REST_Response {
		$request = new WP_REST_Request('GET', $route);
		$request->set_query_params($params);
		return \Estate\Language\Request::in($language, static fn() => rest_ensure_response(rest_get_server()->dispatch($request)));
	}

	/** Signs an administrator in. */
	protected function asAdmin(): int {
		$id = (int) get_users(['role' => 'administrator', 'number' => 1, 'fields' => 'ID'])[0];
		wp_set_current_user($id);
		return $id;
	}

	/** @return int[] the ids of a list */
	protected function ids(string $route, array $params = [], string $language = 'en'): array {
		$list = $this->ask($route, $params, $language)->get_data();
		return array_map('intval', array_column(is_array($list) ? $list : [], 'id'));
	}

	/** Creates a post with fields of the plugin. */
	protected function make(string $type, array $post = [], array $fields = [], array $terms = []): int {
		$id = wp_insert_post(wp_slash($post + ['post_type' => $type, 'post_status' => 'publish', 'post_title' => 'Test']));
		foreach ($fields as $name => $value) {
			\Estate\Fields\Meta::set($id, $name, $value);
		}
		foreach ($terms as $taxonomy => $ids) {
			wp_set_object_terms($id, $ids, $taxonomy);
		}
		return $id;
	}
}
