<?php
/**
 * The redirect table.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Language\Links;
use Estate\Redirects\Table;

/** Edits the redirects of links of a former site. */
final class RedirectsPage extends Page {

	protected function slug(): string {
		return 'redirects';
	}

	protected function title(): string {
		return __('Old links', 'estate');
	}

	protected function body(): void {
		printf('<p>%s</p>', esc_html__('One line for each: the old link, the new one and, if it is not 301, the status. Divide them by spaces. Slugs that WordPress has changed itself need no line.', 'estate'));
		$lines = array_map(
			static fn(array $pair): string => $pair['from'] . ' ' . $pair['to'] . ($pair['status'] === 301 ? '' : ' ' . $pair['status']),
			Table::all()
		);
		printf(
			'<label class="screen-reader-text" for="estate-redirects">%s</label><textarea id="estate-redirects" class="large-text code" rows="20" spellcheck="false" name="estate[lines]" placeholder="/old-page/ /about/">%s</textarea>',
			esc_html($this->title()), esc_textarea(implode("\n", $lines))
		);
	}

	protected function save(array $sent): array {
		$pairs    = [];
		$problems = [];
		foreach (preg_split('/\R/', (string) ($sent['lines'] ?? '')) ?: [] as $i => $line) {
			$line = trim($line);
			if ($line === '') {
				continue;
			}
			$pair = self::pair($line);
			if (is_string($pair)) {
				/* translators: 1: a number, 2: what is wrong */
				$problems[] = sprintf(__('Line %1$d was skipped: %2$s', 'estate'), $i + 1, $pair);
			} elseif (($loop = Table::loop($pairs, $pair)) !== '') {
				/* translators: 1: a number, 2: links with arrows between them */
				$problems[] = sprintf(__('Line %1$d was skipped: it makes a loop: %2$s', 'estate'), $i + 1, $loop);
			} elseif (count($pairs) < Table::MAX_COUNT) {
				$pairs[Table::normal($pair['from'])] = $pair;
			}
		}
		update_option(Table::OPTION, array_values($pairs), false);
		return array_slice($problems, 0, 20);
	}

	/** @return array{from: string, to: string, status: int}|string a pair, or the problem of the line */
	private static function pair(string $line) {
		$parts = preg_split('/[\s,;]+/', $line) ?: [];
		if (count($parts) < 2 || count($parts) > 3) {
			return __('it needs an old and a new link.', 'estate');
		}
		[$from, $to, $status] = array_pad($parts, 3, '301');
		if (!str_starts_with($from, '/') || str_starts_with($from, '//')) {
			return __('the old link begins with one slash.', 'estate');
		}
		$to = preg_match('#^https?://#i', $to) === 1 ? esc_url_raw($to, ['http', 'https']) : $to;
		if ($to === '' || str_starts_with($to, '//') || !str_starts_with($to, '/') && !str_starts_with($to, 'http')) {
			return __('the new link begins with a slash or with https.', 'estate');
		}
		if (!in_array((int) $status, Table::STATUSES, true)) {
			return __('the status is 301, 302, 307 or 308.', 'estate');
		}
		if (Table::normal($from) === Table::normal(Links::path($to))) {
			return __('it leads to itself.', 'estate');
		}
		return ['from' => sanitize_text_field($from), 'to' => sanitize_text_field($to), 'status' => (int) $status];
	}
}
