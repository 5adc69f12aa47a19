// Package wordpresstest is the harness of the WordPress that test/wordpress/up.sh
// starts: it loads content into it and returns a transport for its API. Without a
// running WordPress tests are skipped with the reason.
package wordpresstest
