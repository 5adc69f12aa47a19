#!/usr/bin/env bash
# Starts a WordPress, tests the plugin in it, runs the Go tests that need a real one, and the journeys in
# Chromium in front of it; with ESTATE_TEST_ALL=1 also those of another agency's without the plugin. ESTATE_CRAWL=all opens every page. Skips the tests if the packages are missing and cannot be installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

port=${ESTATE_WORDPRESS_PORT:-0}
ESTATE_WORDPRESS_STATE=$(mktemp -d "${TMPDIR:-/tmp}/estate-wp.XXXXXX")
export ESTATE_WORDPRESS_STATE

plain_state=$(mktemp -d "${TMPDIR:-/tmp}/estate-wp.XXXXXX")

finish() {
	test/wordpress/down.sh --purge
	ESTATE_WORDPRESS_STATE=$plain_state test/wordpress/down.sh --purge
}
trap finish EXIT

if ! test/wordpress/up.sh --can; then
	echo "estate: the tests with a real WordPress were skipped: run them as root, or install the packages of test/wordpress/lib.sh"
	exit 0
fi
ESTATE_WORDPRESS=$(test/wordpress/up.sh "$port")
export ESTATE_WORDPRESS

find wordpress/estate test/wordpress -name '*.php' -print0 | xargs -0 -n 20 -P 2 sh -c 'for f; do php -l "$f" >/dev/null || exit 255; done' sh
php -d memory_limit=512M -d display_errors=stderr wordpress/estate/tests/run.php "$ESTATE_WORDPRESS_STATE/site"
# One package at a time (-p 1): all fill the same WordPress.
mapfile -t packages < <(grep -rl --include='*_test.go' RealWordPress internal test cmd | xargs -n 1 dirname | sort -u | sed 's|^|./|')
go test -count=1 -p 1 -run RealWordPress "${packages[@]}"
# The journeys need the built program with its front end.
if [[ -x bin/estate && -f web/dist/.built ]]; then
	if [[ ${ESTATE_TEST_ALL:-} = 1 ]]; then
		ESTATE_WORDPRESS_PLAIN_URL=$(ESTATE_WORDPRESS_STATE=$plain_state ESTATE_WORDPRESS_PLAIN=1 test/wordpress/up.sh 0)
		export ESTATE_WORDPRESS_PLAIN_URL
	fi
	CHROMIUM="$(scripts/chromium.sh)" npm run --silent -w e2e wordpress
fi
if command -v xgettext >/dev/null; then
	scripts/wordpress-words.sh --check
fi
php -d display_errors=stderr wordpress/estate/tests/uninstall.php "$ESTATE_WORDPRESS_STATE/site"
echo "estate: the plugin and a real WordPress passed"
