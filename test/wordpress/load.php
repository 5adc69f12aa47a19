<?php
/**
 * Replaces the content of WordPress by an export of Estate.
 *
 *   php load.php SITE_FOLDER FILE.jsonl [PICTURES_FOLDER]
 *
 * Ids, statuses, authors, dates and terms are kept. A picture that is not in the folder is replaced
 * by a generated one. No notice is sent.
 */

declare(strict_types=1);

namespace EstateFixture;

if ($argc < 3) {
	fwrite(STDERR, "usage: php load.php SITE_FOLDER FILE.jsonl [PICTURES_FOLDER]\n");
	exit(2);
}
$_SERVER += ['HTTP_HOST' => 'localhost', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $argv[1] . '/wp-config.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
foreach (['Lines', 'Rows', 'Cleaner', 'People', 'Terms', 'Media', 'Articles', 'Properties', 'Site', 'Finish'] as $part) {
	require __DIR__ . "/loader/$part.php";
}
set_time_limit(0);
wp_set_current_user(990001);
kses_remove_filters();
wp_suspend_cache_addition(false);
\Estate\Webhook\Changes::pause();
$GLOBALS['wpdb']->query('SET autocommit = 0');

$lines   = new Lines($argv[2]);
$started = microtime(true);
(new Cleaner())->clean();
$media = new Media($argv[3] ?? '');
$media->load($lines->of('media'));
(new Terms())->load($lines->of('term'));
(new People($media))->load($lines->of('author'));
$articles = new Articles($media, $lines);
$articles->load();
(new Properties($media))->load(array_merge($lines->of('development'), $lines->of('property')));
$articles->revisions($lines->revisions());
(new Site($media))->load($lines);
(new Finish())->finish();
$GLOBALS['wpdb']->query('COMMIT');
$articles->addresses();
$GLOBALS['wpdb']->query('COMMIT');
printf("loaded %d lines in %.1f s\n", $lines->count(), microtime(true) - $started);
