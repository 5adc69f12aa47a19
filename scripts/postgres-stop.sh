#!/usr/bin/env bash
# Stops the PostgreSQL that scripts/postgres.sh started in DIR.
#
#   scripts/postgres-stop.sh DIR [--remove | --kill]
#
# --remove deletes the folder; --kill is an immediate shutdown without a checkpoint.
set -euo pipefail
dir=${1:?give the folder of scripts/postgres.sh}
[ -e "$dir/data/postmaster.pid" ] && pid=$(head -1 "$dir/data/postmaster.pid") || pid=
if [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; then
	# INT is a fast shutdown, QUIT an immediate one.
	[ "${2:-}" = --kill ] && kill -QUIT "$pid" || kill -INT "$pid"
	for _ in $(seq 600); do
		kill -0 "$pid" 2>/dev/null || break
		sleep 0.05
	done
fi
[ "${2:-}" != --remove ] || [ ! -e "$dir/data/PG_VERSION" ] || rm -rf "$dir"
