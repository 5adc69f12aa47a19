#!/usr/bin/env bash
# Looks up known vulnerabilities of the Go modules (govulncheck) and of the npm packages of the
# product (npm audit). Exit status: 0 none, 1 some, 2 a database could not be reached, so nothing
# is known.
set -uo pipefail
cd "$(dirname "$0")/.."

GOVULNCHECK=golang.org/x/vuln/cmd/govulncheck@v1.4.0
found=0
unknown=0

unreachable() { # unreachable NAME OUTPUT
	unknown=1
	echo "estate: the database of $1 could not be reached, so nothing is known of vulnerabilities there. Run make audit where it can be reached." >&2
	printf '%s\n' "$2" | tail -n 3 | sed 's/^/  /' >&2
}

output=$(go run "$GOVULNCHECK" ./... 2>&1)
status=$?
if [ "$status" -eq 0 ]; then
	echo "estate: govulncheck: no vulnerability in code that the program calls"
elif grep -q '^Vulnerability #' <<<"$output"; then
	found=1
	printf '%s\n' "$output"
else
	unreachable "Go vulnerabilities (https://vuln.go.dev)" "$output"
fi

output=$(npm audit --omit=dev --json --fetch-retries=0 2>&1)
status=$?
if ! grep -q '"auditReportVersion"' <<<"$output"; then
	unreachable "npm advisories ($(npm config get registry))" "$output"
elif [ "$status" -eq 0 ]; then
	echo "estate: npm audit: no vulnerability in the packages of the product"
else
	found=1
	npm audit --omit=dev
fi

if [ "$found" -eq 1 ]; then
	exit 1
fi
if [ "$unknown" -eq 1 ]; then
	exit 2
fi
