<?php
/**
 * Signatures of requests to the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Webhook;

/** Signs requests to the site. */
final class Signature {

	public const WEBHOOK = 'estate webhook';

	public const STATUS = 'estate status';

	/**
	 * The header with the signature: the time, and the HMAC-SHA256 of the time, the purpose
	 * and the body.
	 *
	 * @return array<string, string>
	 */
	public static function headers(string $secret, string $purpose, string $body, int $now): array {
		return [
			'X-Estate-Signature' => "t=$now,v1=" . hash_hmac('sha256', $now . '.' . $purpose . "\n" . $body, $secret),
		];
	}
}
