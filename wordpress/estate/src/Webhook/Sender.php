<?php
/**
 * Notices to the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Webhook;

use Estate\Module;
use Estate\Settings\Settings;

/**
 * Sends notices of changes to the site after the response to the editor. Notices that cannot be
 * sent are retried with the next change or by WP-Cron; the site also polls.
 */
final class Sender implements Module {

	public const HOOK = 'estate_send_changes';

	/** The option with the changes that could not be sent. */
	public const WAITING = 'estate_changes';

	/** The option with the result of the last attempt. */
	public const LAST = 'estate_webhook';

	private const MAX_PER_CALL = 500;

	private const MAX_WAITING = 5000;

	private const SECONDS = 3;

	public function register(): void {
		add_action('shutdown', [$this, 'sendOnShutdown'], 100);
		add_action(self::HOOK, [$this, 'retry']);
	}

	/** Sends the changes of this request. */
	public function sendOnShutdown(): void {
		$changes = Changes::drain();
		if ($changes === [] || Settings::site() === '' || Settings::secret() === '') {
			return;
		}
		self::finishResponse();
		self::send(array_merge(self::waiting(), $changes));
	}

	/** Sends the pending changes; called by WP-Cron. */
	public function retry(): void {
		$waiting = self::waiting();
		if ($waiting !== [] && Settings::site() !== '' && Settings::secret() !== '') {
			self::send($waiting);
		}
	}

	/** @return array<int, array{type: string, id: int}> */
	public static function waiting(): array {
		$waiting = get_option(self::WAITING, []);
		return is_array($waiting) ? $waiting : [];
	}

	/** @param array<int, array{type: string, id: int}> $changes */
	private static function send(array $changes): void {
		$changes = array_values(array_column(array_map(static fn(array $one): array => ['key' => "{$one['type']} {$one['id']}"] + $one, $changes), null, 'key'));
		$left    = $changes;
		$error   = '';
		foreach (array_chunk($changes, self::MAX_PER_CALL) as $part) {
			$error = self::post($part);
			if ($error !== '') {
				break;
			}
			$left = array_slice($left, count($part));
		}
		self::keep($left, $error);
	}

	/** @param array<int, array<string, mixed>> $part */
	private static function post(array $part): string {
		$body   = (string) wp_json_encode(['changes' => array_map(static fn(array $one): array => ['type' => $one['type'], 'id' => $one['id']], $part)]);
		$answer = wp_remote_post(Settings::site() . '/_cms/changed', [
			'timeout'     => self::SECONDS,
			'redirection' => 0,
			'body'        => $body,
			'headers'     => ['Content-Type' => 'application/json'] + Signature::headers(Settings::secret(), Signature::WEBHOOK, $body, time()),
		]);
		if (is_wp_error($answer)) {
			return $answer->get_error_message();
		}
		$status = (int) wp_remote_retrieve_response_code($answer);
		/* translators: %d: an HTTP status */
		return $status === 202 ? '' : sprintf(__('The site answered with status %d.', 'estate'), $status);
	}

	/** @param array<int, array<string, mixed>> $left */
	private static function keep(array $left, string $error): void {
		$left = array_slice($left, -self::MAX_WAITING);
		update_option(self::WAITING, array_map(static fn(array $one): array => ['type' => $one['type'], 'id' => $one['id']], $left), false);
		update_option(self::LAST, ['time' => time(), 'error' => $error], false);
		if ($left !== [] && !wp_next_scheduled(self::HOOK)) {
			wp_schedule_single_event(time() + MINUTE_IN_SECONDS, self::HOOK);
		}
	}

	/** Ends the response to the editor if the server supports it. */
	private static function finishResponse(): void {
		ignore_user_abort(true);
		foreach (['fastcgi_finish_request', 'litespeed_finish_request'] as $finish) {
			if (function_exists($finish)) {
				$finish();
				return;
			}
		}
	}
}
