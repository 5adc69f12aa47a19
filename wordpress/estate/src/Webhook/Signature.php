<?php
/**
 * How calls to the site are signed.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Webhook;

/** Signs what is sent to the site. */
final class Signature {

	public const WEBHOOK = 'estate webhook';

	public const STATUS = 'estate status';

	/**
	 * The headers that prove who calls.
	 *
	 * @return array<string, string>
	 */
	public static function headers(string $secret, string $purpose, string $body, int $now): array {
		return [
			'X-Estate-Timestamp' => (string) $now,
			'X-Estate-Signature' => 'sha256=' . hash_hmac('sha256', $purpose . "\n" . $now . "\n" . $body, $secret),
		];
	}
}
