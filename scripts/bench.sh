#!/usr/bin/env bash
# Measures the performance and prints a table for docs/performance.md. Installs wrk and nginx if it
# runs as root; both use only loopback addresses.
set -euo pipefail
cd "$(dirname "$0")/.."
for tool in wrk nginx; do
	if ! command -v "$tool" >/dev/null; then
		[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || { echo "estate: install $tool to run the benchmarks." >&2; exit 1; }
		apt-get install -y -qq "$tool" >/dev/null
	fi
done
go build -C harness -o ../bin/ ./cmd/bench
exec bin/bench "$@"
