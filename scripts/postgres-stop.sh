#!/usr/bin/env bash
# Stops the PostgreSQL that scripts/postgres.sh brought up in DIR.
#
#   scripts/postgres-stop.sh DIR [--remove | --kill]
#
# --remove takes the folder away; --kill ends the server as a power cut would.
set -euo pipefail
dir=${1:?name the folder that scripts/postgres.sh got}
[ -e "$dir/data/postmaster.pid" ] && pid=$(head -1 "$dir/data/postmaster.pid") || pid=
if [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; then
	# INT ends at once and tidily, QUIT without writing anything.
	[ "${2:-}" = --kill ] && kill -QUIT "$pid" || kill -INT "$pid"
	for _ in $(seq 600); do
		kill -0 "$pid" 2>/dev/null || break
		sleep 0.05
	done
fi
[ "${2:-}" != --remove ] || [ ! -e "$dir/data/PG_VERSION" ] || rm -rf "$dir"
