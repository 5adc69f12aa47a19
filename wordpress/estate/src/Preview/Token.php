<?php
/**
 * The preview token.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Preview;

use Estate\Settings\Settings;

/** Creates and checks tokens for one post, valid for half an hour. */
final class Token {

	public const LIFE = 30 * 60;

	private const BEGINNING = 'estate.';

	private const PURPOSE = "estate preview\n";

	/** A token for a post, "" when no secret is set. */
	public static function make(int $id, int $now): string {
		$secret = Settings::secret();
		if ($secret === '') {
			return '';
		}
		$payload = self::encode((string) wp_json_encode(['id' => $id, 'exp' => $now + self::LIFE]));
		return self::BEGINNING . $payload . '.' . self::encode(self::sign($payload, $secret));
	}

	/** The post of a token, 0 for an invalid, forged or expired token. */
	public static function read(string $token, int $now): int {
		$secret = Settings::secret();
		if ($secret === '' || strlen($token) > 500 || preg_match('/^estate\.([\w-]+)\.([\w-]+)$/', $token, $parts) !== 1) {
			return 0;
		}
		if (!hash_equals(self::encode(self::sign($parts[1], $secret)), $parts[2])) {
			return 0;
		}
		$payload = json_decode((string) base64_decode(strtr($parts[1], '-_', '+/'), true), true);
		if (!is_array($payload) || !is_int($payload['id'] ?? null) || !is_int($payload['exp'] ?? null)) {
			return 0;
		}
		return $payload['exp'] >= $now && $payload['exp'] <= $now + self::LIFE + 300 ? max(0, $payload['id']) : 0;
	}

	private static function sign(string $payload, string $secret): string {
		return hash_hmac('sha256', self::PURPOSE . $payload, $secret, true);
	}

	/** URL-safe Base64 without padding. */
	private static function encode(string $bytes): string {
		return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
	}
}
