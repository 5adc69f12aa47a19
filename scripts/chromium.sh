#!/bin/sh
# Prints the path of a Chromium. If none is found, it installs one: as root the package of
# Debian, else the one of Playwright.
set -eu

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
	if [ -n "$name" ] && path=$(command -v "$name" 2>/dev/null); then
		echo "$path"
		exit 0
	fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "estate: installing Chromium (apt)" >&2
	apt-get update -qq >&2 || true
	if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null 2>&1; then
		command -v chromium
		exit 0
	fi
fi

echo "estate: installing Chromium (Playwright)" >&2
cd "$(dirname "$0")/../e2e"
if npx playwright install chromium >&2; then
	exec node -e 'import("@playwright/test").then((p) => console.log(p.chromium.executablePath()))'
fi
echo "estate: Chromium was not found and could not be installed: install the package chromium, or set CHROMIUM=/path." >&2
exit 1
