<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Preview\Token;

/** The preview token. */
final class TokenTest extends Check {

	private const NOW = 1_700_000_000;

	public function testATokenIsValidForHalfAnHour(): void {
		$token = Token::make(12, self::NOW);
		$this->same(Token::read($token, self::NOW), 12, 'at once');
		$this->same(Token::read($token, self::NOW + Token::LIFE), 12, 'after half an hour');
		$this->same(Token::read($token, self::NOW + Token::LIFE + 1), 0, 'later');
	}

	public function testInvalidTokens(): void {
		$token = Token::make(12, self::NOW);
		[, $payload, $signature] = explode('.', $token);
		$other = rtrim(strtr(base64_encode('{"id":13,"exp":' . (self::NOW + 100) . '}'), '+/', '-_'), '=');
		foreach (['', 'estate', "estate.$payload", "estate.$payload.", "estate.$other.$signature", $token . 'A', strtoupper($token), str_repeat('estate.', 200)] as $forged) {
			$this->same(Token::read($forged, self::NOW), 0, "token \"$forged\"");
		}
	}
}
