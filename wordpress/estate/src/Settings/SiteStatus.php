<?php
/**
 * The status of the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Settings;

use Estate\Webhook\Signature;

/** Fetches the synchronization status from the site. */
final class SiteStatus {

	private const SECONDS = 5;

	private const MAX_RESPONSE_BYTES = 1_000_000;

	/**
	 * The status, or an error message.
	 *
	 * @return array<string, mixed>|string
	 */
	public static function fetch() {
		if (Settings::site() === '') {
			return __('The address of the site is not set.', 'estate');
		}
		if (Settings::secret() === '') {
			return __('No shared secret is set.', 'estate');
		}
		$response = wp_remote_get(Settings::site() . '/_cms/status', [
			'timeout' => self::SECONDS, 'redirection' => 0, 'limit_response_size' => self::MAX_RESPONSE_BYTES,
			'headers' => ['Accept' => 'application/json'] + Signature::headers(Settings::secret(), Signature::STATUS, '', time()),
		]);
		if (is_wp_error($response)) {
			/* translators: %s: the reason */
			return sprintf(__('The site does not answer: %s', 'estate'), $response->get_error_message());
		}
		return self::read((int) wp_remote_retrieve_response_code($response), (string) wp_remote_retrieve_body($response));
	}

	/** @return array<string, mixed>|string */
	public static function read(int $status, string $body) {
		$known = [
			401 => __('The site does not accept the signature: compare the secrets and the clocks.', 'estate'),
			404 => __('The site does not follow a WordPress, or has no secret.', 'estate'),
		];
		if ($status !== 200) {
			/* translators: %d: an HTTP status */
			return $known[$status] ?? sprintf(__('The site answered with status %d.', 'estate'), $status);
		}
		$data = json_decode($body, true, 20);
		return is_array($data) ? $data : __('The site\'s answer cannot be read.', 'estate');
	}
}
