<?php
/**
 * The router of PHP's built-in web server: serves files and passes other requests to index.php.
 */

declare(strict_types=1);

$path = rawurldecode((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if (!str_contains($path, '..')) {
	if (is_dir($file) && $path !== '/' && is_file(rtrim($file, '/') . '/index.php') && str_starts_with($path, '/wp-admin')) {
		if (!str_ends_with($path, '/')) {
			header('Location: ' . $path . '/');
			return true;
		}
		$path .= 'index.php';
		$file .= 'index.php';
	}
	if (is_file($file) && str_ends_with($path, '.php')) {
		$_SERVER['SCRIPT_NAME']     = $path;
		$_SERVER['PHP_SELF']        = $path;
		$_SERVER['SCRIPT_FILENAME'] = $file;
		chdir(dirname($file));
		require $file;
		return true;
	}
	if (is_file($file)) {
		return false;
	}
}
$_SERVER['SCRIPT_NAME']     = '/index.php';
$_SERVER['PHP_SELF']        = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . '/index.php';
unset($_SERVER['PATH_INFO']);
chdir($_SERVER['DOCUMENT_ROOT']);
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
