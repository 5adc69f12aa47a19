<?php
/**
 * The access of a preview token.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Preview;

use Estate\Content\PostTypes;
use Estate\Module;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Lets a request with a token read one post of any status and its revisions by REST. A token is
 * no login: it allows no writing and no access to other posts.
 */
final class Access implements Module {

	/** The post that the token of the request gives access to. */
	private int $post = 0;

	/** Whether the request is for the revisions of that post. */
	private bool $revisions = false;

	public function register(): void {
		add_filter('rest_pre_dispatch', [$this, 'read'], 10, 3);
		add_filter('rest_post_dispatch', [$this, 'preventCaching'], 20);
		add_filter('map_meta_cap', [$this, 'allow'], 20, 4);
	}

	/**
	 * Reads the token. Embedded requests use the same one.
	 *
	 * @param mixed $result
	 * @return mixed
	 */
	public function read($result, $server, WP_REST_Request $request) {
		$token      = self::token();
		$reads      = $request->get_method() === 'GET' && in_array($_SERVER['REQUEST_METHOD'] ?? '', ['GET', 'HEAD'], true);
		$this->post = $token !== '' && $reads ? Token::read($token, time()) : 0;
		Unsaved::show($this->post);
		$bases           = implode('|', array_diff(PostTypes::ENDPOINTS, ['media']));
		$this->revisions = $this->post > 0 && ($request['context'] ?? 'view') !== 'edit'
			&& preg_match("#^/wp/v2/(?:$bases)/{$this->post}/revisions$#", $request->get_route()) === 1;
		return $result;
	}

	/**
	 * Grants read access to the post, and the capability that WordPress requires for its revisions.
	 *
	 * @param string[] $caps
	 * @param mixed[]  $args
	 * @return string[]
	 */
	public function allow(array $caps, string $cap, int $user, array $args): array {
		$asked = $args[0] ?? 0;
		$asked = $asked instanceof \WP_Post ? $asked->ID : $asked;
		if ($this->post === 0 || !is_scalar($asked) || (int) $asked !== $this->post) {
			return $caps;
		}
		$reads = in_array($cap, ['read_post', 'read_page'], true) && get_post_status($this->post) !== 'trash';
		return $reads || $this->revisions && in_array($cap, ['edit_post', 'edit_page'], true) ? ['exist'] : $caps;
	}

	/** Responses to a token must not be cached. */
	public function preventCaching($response) {
		if ($this->post > 0 && $response instanceof WP_REST_Response) {
			$response->header('Cache-Control', 'no-store, private');
		}
		return $response;
	}

	/** The token in the request's header, "" for none. Some servers pass the header under another name. */
	private static function token(): string {
		$header = (string) wp_unslash($_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? ''); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Token checks it.
		return preg_match('/^Bearer (estate\.\S+)$/', $header, $parts) === 1 ? $parts[1] : '';
	}
}
