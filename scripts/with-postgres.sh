#!/usr/bin/env bash
# Runs a command with a temporary PostgreSQL in ESTATE_TEST_POSTGRES:
# scripts/with-postgres.sh go test ./internal/store
#
# Without PostgreSQL the command runs without the variable, and tests that need it are
# skipped.
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
