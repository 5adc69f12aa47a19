#!/bin/sh
# Checks required programs. If one is missing or too old, it prints a line and exits with 1.
# Usage: need.sh go node npm
set -eu

fail() {
	echo "estate: $1" >&2
	exit 1
}

newer() { # newer HAVE WANT: HAVE is at least WANT
	[ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

for tool in "$@"; do
	command -v "$tool" >/dev/null 2>&1 || case "$tool" in
	go) fail "Go is missing: install Go 1.26 or newer (https://go.dev/dl) and put it on PATH." ;;
	node) fail "Node is missing: install Node 20 or newer (https://nodejs.org) and put it on PATH." ;;
	npm) fail "npm is missing: it comes with Node; install Node 20 or newer (https://nodejs.org)." ;;
	*) fail "$tool is missing: install it and put it on PATH." ;;
	esac
	case "$tool" in
	go)
		have=$(go env GOVERSION | sed 's/^go//; s/[^0-9.].*//')
		newer "$have" 1.26 || fail "Go $have is too old: install Go 1.26 or newer (https://go.dev/dl)."
		;;
	node)
		have=$(node --version | sed 's/^v//')
		newer "$have" 20 || fail "Node $have is too old: install Node 20 or newer (https://nodejs.org)."
		;;
	esac
done
