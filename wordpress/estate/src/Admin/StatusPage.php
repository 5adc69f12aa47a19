<?php
/**
 * The status of the site.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\PostTypes;
use Estate\Fields\Fields;
use Estate\Properties\Table;
use Estate\Language\Providers;
use Estate\Settings\ApiCheck;
use Estate\Settings\SiteStatus;
use Estate\Webhook\Sender;

/** Compares what the site has received with what this WordPress has published. */
final class StatusPage extends Page {

	protected function slug(): string {
		return 'status';
	}

	protected function title(): string {
		return __('Status', 'estate');
	}

	protected function button(): string {
		return __('Send pending changes and rebuild the search table', 'estate');
	}

	protected function body(): void {
		$status = SiteStatus::fetch();
		if (is_string($status)) {
			printf('<div class="notice notice-warning inline"><p>%s</p></div>', esc_html($status));
			$status = [];
		} else {
			self::facts(self::site($status));
		}
		self::problems(array_merge(ApiCheck::problems(), ApiCheck::otherAddress(is_string($status['cms'] ?? null) ? $status['cms'] : '')));
		self::counts((array) ($status['counts'] ?? []));
		self::failed((array) ($status['failed'] ?? []));
		printf('<h2>%s</h2>', esc_html__('This WordPress', 'estate'));
		self::facts(self::own());
	}

	protected function save(array $sent): array {
		Table::rebuild();
		(new Sender())->retry();
		$last = (array) get_option(Sender::LAST, []);
		return Sender::waiting() === [] || ($last['error'] ?? '') === '' ? [] : [(string) $last['error']];
	}

	/**
	 * @param array<string, mixed> $status
	 * @return array<string, string>
	 */
	private static function site(array $status): array {
		$text  = static fn(string $name): string => is_scalar($status[$name] ?? null) ? (string) $status[$name] : '';
		$facts = [
			__('Mode', 'estate')         => $text('mode'),
			__('Version', 'estate')      => $text('version'),
			/* translators: %s: a number of seconds */
			__('Delay', 'estate')    => $text('lag_seconds') === '' ? '' : sprintf(__('%s s', 'estate'), number_format_i18n((float) $status['lag_seconds'], 1)),
			__('Last success', 'estate') => self::time($text('last_success')),
			__('Last notice', 'estate')  => self::time($text('last_webhook')),
			__('Last error', 'estate')   => $text('last_error') ?: '—',
		];
		return array_filter($facts, static fn(string $value): bool => $value !== '');
	}

	/** @return array<string, string> */
	private static function own(): array {
		$last = (array) get_option(Sender::LAST, []);
		return [
			__('Plugin', 'estate')                => \Estate\VERSION,
			__('Fields come from', 'estate')      => Fields::store()->name(),
			__('Languages come from', 'estate')   => Providers::current()->name(),
			__('Pending changes', 'estate')     => number_format_i18n(count(Sender::waiting())),
			__('Last notice sent', 'estate')      => isset($last['time']) ? self::time(gmdate('c', (int) $last['time'])) : '—',
			__('Error of the last notice', 'estate')           => ($last['error'] ?? '') ?: '—',
		];
	}

	/** @param array<int, array{address: string, problem: string, remedy: string}> $problems */
	private static function problems(array $problems): void {
		foreach ($problems as $one) {
			printf('<div class="notice notice-error inline"><p><strong>%s</strong><br>%s<br><code>%s</code></p></div>', esc_html($one['problem']), esc_html($one['remedy']), esc_html($one['address']));
		}
	}

	/** @param array<string, string> $facts */
	private static function facts(array $facts): void {
		echo '<table class="widefat striped estate-facts"><tbody>';
		foreach ($facts as $name => $value) {
			printf('<tr><th scope="row">%s</th><td>%s</td></tr>', esc_html($name), esc_html($value));
		}
		echo '</tbody></table>';
	}

	/** @param array<string, mixed> $there */
	private static function counts(array $there): void {
		printf('<h2>%s</h2><table class="widefat striped estate-facts"><thead><tr><th scope="col">%s</th><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>', esc_html__('Published content', 'estate'), esc_html__('Type', 'estate'), esc_html__('Here', 'estate'), esc_html__('On the site', 'estate'));
		foreach (PostTypes::ENDPOINTS as $type => $endpoint) {
			$here = (array) wp_count_posts($type);
			$here = (int) ($type === 'attachment' ? $here['inherit'] ?? 0 : $here['publish'] ?? 0);
			$site = is_numeric($there[$endpoint] ?? null) ? (int) $there[$endpoint] : null;
			printf(
				'<tr%s><th scope="row">%s</th><td>%s</td><td>%s</td></tr>', $site !== null && $site !== $here && $type !== 'attachment' ? ' class="estate-differs"' : '',
				esc_html(get_post_type_object($type)->labels->name), esc_html(number_format_i18n($here)), esc_html($site === null ? '—' : number_format_i18n($site))
			);
		}
		echo '</tbody></table>';
	}

	/** @param array<int|string, mixed> $failed */
	private static function failed(array $failed): void {
		$failed = array_filter($failed, 'is_array');
		if ($failed === []) {
			return;
		}
		printf('<h2>%s</h2><table class="widefat striped"><thead><tr><th scope="col">%s</th><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>', esc_html__('Content that the site could not copy', 'estate'), esc_html__('Content', 'estate'), esc_html__('Reason', 'estate'), esc_html__('Since', 'estate'));
		foreach (array_slice($failed, 0, 100) as $one) {
			$id   = absint($one['id'] ?? 0);
			$link = get_edit_post_link($id);
			$name = (string) ($one['type'] ?? '') . ' ' . $id;
			printf('<tr><td>%s</td><td>%s</td><td>%s</td></tr>', $link ? sprintf('<a href="%s">%s</a>', esc_url($link), esc_html($name)) : esc_html($name), esc_html((string) ($one['reason'] ?? '')), esc_html(self::time((string) ($one['since'] ?? ''))));
		}
		echo '</tbody></table>';
	}

	/** Formats a time in the time zone and the format of this WordPress. */
	private static function time(string $status): string {
		$at = $status === '' ? false : strtotime($status);
		return $at === false || $at <= 0 ? '' : (string) wp_date(get_option('date_format') . ' H:i:s', $at);
	}
}
