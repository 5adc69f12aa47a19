// Package wordpresstest connects Go tests to the WordPress that
// test/wordpress/up.sh starts: it fills it with content and reads it as the site
// does. Tests are skipped, with the reason, where none is running.
package wordpresstest
