#!/bin/sh
# Prints the path of a Chromium. If none is found, it installs one: as root the package of
# Debian, else the one of Playwright. "chromium.sh headless" prefers the headless shell, which
# has the same engine and needs a fifth less processor time for tests. The
# accepted pictures of components are of the whole browser.
set -eu

find_browser() {
	for name in "$@"; do
		if [ -n "$name" ] && command -v "$name" 2>/dev/null; then
			exit 0
		fi
	done
}

# Installs a package and prints the path of its program, which has the same name.
install_browser() {
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
		echo "estate: installing $1 (apt)" >&2
		apt-get update -qq >&2 || true
		if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null 2>&1; then
			find_browser "$1"
		fi
	fi
}

find_browser "${CHROMIUM:-}"
if [ "${1:-}" = headless ]; then
	find_browser chromium-headless-shell
	install_browser chromium-headless-shell
fi
find_browser chromium chromium-browser google-chrome
install_browser chromium

echo "estate: installing Chromium (Playwright)" >&2
cd "$(dirname "$0")/../e2e"
if npx playwright install chromium >&2; then
	exec node -e 'import("@playwright/test").then((p) => console.log(p.chromium.executablePath()))'
fi
echo "estate: Chromium was not found and could not be installed: install the package chromium, or set CHROMIUM=/path." >&2
exit 1
