#!/usr/bin/env bash
# Tests three nodes on one PostgreSQL behind nginx (harness/cmd/cluster, whose flags it accepts).
# Installs nginx and libfaketime if it runs as root. Without libfaketime no clock is changed.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin
faketime() { echo /usr/lib/*/faketime/libfaketime.so.1; }
install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get install -y -qq "$1" >/dev/null; }
command -v nginx >/dev/null || install nginx || { echo "estate: install nginx to run this test." >&2; exit 1; }
[ -e "$(faketime)" ] || install libfaketime || echo "estate: without libfaketime no clock is changed" >&2
go build -C harness -o ../bin/ ./cmd/cluster
exec bin/cluster -program bin/estate -faketime "$(faketime)" "$@"
