<?php
/**
 * The check of the REST API.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Settings;

use Estate\Language\Request;

/** Requests the REST API of this WordPress as a visitor, which is what the site does, and names what is in its way. */
final class ApiCheck {

	private const SECONDS = 5;

	private const MAX_RESPONSE_BYTES = 1_000_000;

	/**
	 * The problems, each with the address where it occurs and its remedy.
	 *
	 * @return array<int, array{address: string, problem: string, remedy: string}>
	 */
	public static function problems(): array {
		$address  = rest_url('wp/v2/types');
		$problems = [];
		if (get_option('permalink_structure') === '') {
			$problems[] = self::problem(Request::base() . '/wp-json/', __('This WordPress has plain permalinks: addresses have the form ?p=123, and /wp-json/ does not exist.', 'estate'), __('Choose "Post name" in Settings → Permalinks.', 'estate'));
		}
		array_push($problems, ...self::addresses());
		$answer = wp_remote_get(add_query_arg('estate_check', (string) time(), $address), [
			'timeout' => self::SECONDS, 'redirection' => 0, 'limit_response_size' => self::MAX_RESPONSE_BYTES, 'headers' => ['Accept' => 'application/json'],
		]);
		if (is_wp_error($answer)) {
			/* translators: %s: the reason */
			$problems[] = self::problem($address, sprintf(__('This WordPress does not reach itself: %s', 'estate'), $answer->get_error_message()), __('The site may reach it all the same: compare the last success above. Otherwise ask your host to open this address.', 'estate'));
			return $problems;
		}
		$headers = wp_remote_retrieve_headers($answer);
		$found   = self::answer((int) wp_remote_retrieve_response_code($answer), (string) wp_remote_retrieve_body($answer), is_object($headers) ? $headers->getAll() : (array) $headers);
		if ($found !== null) {
			$problems[] = self::problem($address, ...$found);
		}
		return $problems;
	}

	/**
	 * What is wrong with a response, null for nothing.
	 *
	 * @param array<string, mixed> $headers with names in lower case
	 * @return array{string, string}|null problem and remedy
	 */
	public static function answer(int $status, string $body, array $headers): ?array {
		$text  = static fn(string $name): string => strtolower(is_array($headers[$name] ?? '') ? implode(' ', $headers[$name]) : (string) ($headers[$name] ?? ''));
		$login = [__('Visitors see a page to sign in.', 'estate'), __('Switch the plugin that closes this WordPress off, or let it pass /wp-json/ and /wp-content/uploads/ for visitors.', 'estate')];
		if ($status === 401 && str_contains($text('www-authenticate'), 'basic')) {
			return [__('The web server asks for a user name and a password.', 'estate'), __('Give both to the site, or let the web server pass /wp-json/ and /wp-content/uploads/ without them.', 'estate')];
		}
		if ($status >= 300 && $status < 400) {
			/* translators: %s: an address */
			return preg_match('/login|signin|acceso/', $text('location')) === 1 ? $login : [sprintf(__('It redirects to %s.', 'estate'), $text('location')), __('Correct the two addresses in Settings → General, or the redirect of the web server.', 'estate')];
		}
		if (in_array($status, [401, 403], true)) {
			/* translators: %d: an HTTP status */
			return [sprintf(__('A plugin or the web server blocks /wp-json/ for visitors (status %d).', 'estate'), $status), __('In the security plugin allow the REST API for visitors: wp/v2, options, instagram, search and estate.', 'estate')];
		}
		if ($status === 404) {
			return [__('The API is not found: the rewrite rules are missing, or a proxy does not pass /wp-json/.', 'estate'), __('Save Settings → Permalinks once. If that does not help, pass /wp-json/ on in the proxy.', 'estate')];
		}
		if ($status !== 200) {
			/* translators: %d: an HTTP status */
			return [sprintf(__('The API answers with status %d.', 'estate'), $status), __('Look into the error log of PHP.', 'estate')];
		}
		if (!is_array(json_decode($body, true, 20))) {
			$start = strpos($body, '{');
			if (preg_match('/wp-login|type=.password/i', $body) === 1) {
				return $login;
			}
			if ($start > 0 && is_array(json_decode(substr($body, (int) $start), true, 20))) {
				/* translators: %s: text */
				return [sprintf(__('Text stands before the answer: %s', 'estate'), mb_substr(trim(wp_strip_all_tags(substr($body, 0, (int) $start)), "\u{feff} \n"), 0, 120) ?: 'BOM'), __('A file of a theme or plugin begins with a byte order mark or prints a notice. Set WP_DEBUG_DISPLAY to false and correct the file.', 'estate')];
			}
			return [__('The answer is a page, not the API.', 'estate'), __('Look for a plugin of maintenance or security that answers /wp-json/.', 'estate')];
		}
		if (preg_match('/\bhit\b/', $text('x-cache') . ' ' . $text('cf-cache-status') . ' ' . $text('x-cache-status') . ' ' . $text('x-proxy-cache')) === 1 || (int) $text('age') > 0) {
			return [__('A cache answers for the API: the site may see edits late.', 'estate'), __('Exclude /wp-json/ from the page cache.', 'estate')];
		}
		return null;
	}

	/** @return array<int, array{address: string, problem: string, remedy: string}> other names of this WordPress */
	private static function addresses(): array {
		$problems = [];
		$own      = (string) wp_parse_url(Request::base(), PHP_URL_HOST);
		$used     = isset($_SERVER['HTTP_HOST']) ? (string) preg_replace('/:\d+$/', '', sanitize_text_field(wp_unslash($_SERVER['HTTP_HOST']))) : $own;
		if ($own !== '' && strcasecmp($used, $own) !== 0) {
			$problems[] = self::problem('http://' . $used . '/', __('This WordPress has another name than the one in its settings, so addresses of pictures and links lead elsewhere.', 'estate'), __('Correct the two addresses in Settings → General.', 'estate'));
		}
		if (Settings::site() !== '' && strcasecmp(Settings::site(), Request::base()) === 0) {
			$problems[] = self::problem(Settings::site(), __('The address of the site is that of this WordPress.', 'estate'), __('In Estate → Connection enter the address that visitors open.', 'estate'));
		}
		return $problems;
	}

	/**
	 * Whether the site reads this WordPress under another address than its own, as a problem.
	 *
	 * @return array<int, array{address: string, problem: string, remedy: string}>
	 */
	public static function otherAddress(string $cms): array {
		$host = static fn(string $url): string => strtolower((string) wp_parse_url($url, PHP_URL_HOST) . ':' . (string) wp_parse_url($url, PHP_URL_PORT));
		if ($cms === '' || $host($cms) === $host(Request::base())) {
			return [];
		}
		/* translators: %s: an address */
		return [self::problem($cms, sprintf(__('The site reads this WordPress under another address than its own, %s.', 'estate'), Request::base()), __('This is right for an internal address. If pictures are missing, give the site the address of Settings → General.', 'estate'))];
	}

	/** @return array{address: string, problem: string, remedy: string} */
	private static function problem(string $address, string $problem, string $remedy): array {
		return ['address' => $address, 'problem' => $problem, 'remedy' => $remedy];
	}
}
