<?php
/**
 * Runs the tests of the plugin inside a WordPress and rolls back their changes.
 *
 *   php run.php SITE_FOLDER [part of a name]
 */

declare(strict_types=1);

namespace Estate\Tests;

if ($argc < 2) {
	fwrite(STDERR, "usage: php run.php SITE_FOLDER [part of a name]\n");
	exit(2);
}
$_SERVER += ['HTTP_HOST' => '127.0.0.1', 'REQUEST_URI' => '/wp-json/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $argv[1] . '/wp-config.php';
require __DIR__ . '/Check.php';
foreach (glob(__DIR__ . '/*Test.php') ?: [] as $file) {
	require $file;
}

global $wpdb;
$failures = 0;
$count    = 0;
foreach (get_declared_classes() as $class) {
	if (!is_subclass_of($class, Check::class)) {
		continue;
	}
	foreach (get_class_methods($class) as $method) {
		$name = substr($class, strlen(__NAMESPACE__) + 1) . ' ' . $method;
		if (!str_starts_with($method, 'test') || isset($argv[2]) && !str_contains($name, $argv[2])) {
			continue;
		}
		$count++;
		$wpdb->query('START TRANSACTION');
		$test = new $class();
		try {
			$test->begin();
			$test->$method();
		} catch (\Throwable $problem) {
			$test->problems[] = get_class($problem) . ': ' . $problem->getMessage() . ' at ' . basename($problem->getFile()) . ':' . $problem->getLine();
		}
		$test->end();
		$wpdb->query('ROLLBACK');
		wp_cache_flush();
		foreach ($test->problems as $problem) {
			$failures++;
			echo "FAIL $name: $problem\n";
		}
	}
}
echo $failures === 0 ? "ok: $count tests of the plugin\n" : "$failures failures in $count tests\n";
exit($failures === 0 ? 0 : 1);
