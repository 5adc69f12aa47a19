// Package wordpresstest lets Go tests use the WordPress that test/wordpress/up.sh brings up:
// it fills it with content, and reads it as the site does. Tests are skipped with
// the reason where none is running.
package wordpresstest
