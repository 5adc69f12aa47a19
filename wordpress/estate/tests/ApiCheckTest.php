<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Settings\ApiCheck;

/** The check of the REST API. */
final class ApiCheckTest extends Check {

	public function testEveryObstacleIsNamedWithItsRemedy(): void {
		$json = '{"post":{}}';
		foreach ([
			'blocked'             => [401, '{"code":"rest_forbidden"}', [], 'blocks /wp-json/'],
			'forbidden'           => [403, '<html>', [], 'blocks /wp-json/'],
			'a password wall'     => [401, '', ['www-authenticate' => 'Basic realm="x"'], 'user name and a password'],
			'a redirect to login' => [302, '', ['location' => 'https://cms.test/wp-login.php?redirect_to=x'], 'sign in'],
			'another address'     => [301, '', ['location' => 'https://www.cms.test/wp-json/'], 'redirects to https://www.cms.test'],
			'a login page'        => [200, '<html><form action="/wp-login.php"><input type="password">', [], 'sign in'],
			'not found'           => [404, '<html>', [], 'rewrite rules'],
			'a BOM'               => [200, "\u{feff}$json", [], 'Text stands before the answer: BOM'],
			'a notice of PHP'     => [200, "<b>Notice</b>: Undefined index in x.php\n$json", [], 'Undefined index'],
			'a page'              => [200, '<html>Soon</html>', [], 'a page, not the API'],
			'a failure'           => [500, '', [], 'status 500'],
			'a cache'             => [200, $json, ['x-cache' => 'HIT from proxy'], 'A cache answers'],
			'an old answer'       => [200, $json, ['age' => '31'], 'A cache answers'],
		] as $name => [$status, $body, $headers, $want]) {
			$found = ApiCheck::answer($status, $body, $headers);
			$this->holds($found !== null && str_contains($found[0], $want) && $found[1] !== '', "$name: " . wp_json_encode($found));
		}
		$this->same(ApiCheck::answer(200, $json, ['x-cache' => 'MISS', 'age' => '0']), null, 'a good answer');
	}

	public function testTheCheckReadsThisWordPress(): void {
		$answer = ['response' => ['code' => 200], 'body' => '{}', 'headers' => []];
		$reply  = static function () use (&$answer): array {
			return $answer;
		};
		add_filter('pre_http_request', $reply);
		$host = $_SERVER['HTTP_HOST'];
		$this->same(ApiCheck::problems(), [], 'nothing is in the way');
		update_option('permalink_structure', '');
		$this->holds(str_contains(ApiCheck::problems()[0]['remedy'] ?? '', 'Permalinks'), 'plain permalinks');
		update_option('permalink_structure', '/%postname%/');
		$_SERVER['HTTP_HOST'] = 'cms.internal:8080';
		$this->same(array_column(ApiCheck::problems(), 'address'), ['http://cms.internal/'], 'another host name');
		$_SERVER['HTTP_HOST'] = $host;
		$answer['response']['code'] = 403;
		$this->same(array_column(ApiCheck::problems(), 'address'), [rest_url('wp/v2/types')], 'a blocked API');
		remove_filter('pre_http_request', $reply);
		$this->same(ApiCheck::otherAddress(home_url('/')), [], 'the own address');
		$this->same(array_column(ApiCheck::otherAddress('http://cms.internal'), 'address'), ['http://cms.internal'], 'an internal address');
	}
}
