#!/usr/bin/env bash
# Runs a command with ESTATE_TEST_POSTGRES set to a PostgreSQL of its own, which
# ends with it: scripts/with-postgres.sh go test ./internal/store
#
# Where there is none and none can be installed, the command runs without, and what
# needs one is skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${ESTATE_TEST_POSTGRES:-}" ]; then
	dir=$(mktemp -d /tmp/estate-postgres-XXXXXX)
	trap '"$here/postgres-stop.sh" "$dir" --remove; rm -rf "$dir"' EXIT
	if ESTATE_TEST_POSTGRES=$("$here/postgres.sh" "$dir"); then
		export ESTATE_TEST_POSTGRES
	else
		unset ESTATE_TEST_POSTGRES
		echo "estate: tests of PostgreSQL are skipped" >&2
	fi
fi
"$@"
