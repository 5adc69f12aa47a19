#!/usr/bin/env bash
# Starts a PostgreSQL for tests and benchmarks and prints its URL:
#
#   scripts/postgres.sh DIR [PORT]     scripts/postgres-stop.sh DIR [--remove]
#
# All files are in DIR; a stopped server restarts with its data on the same port. It
# listens only on loopback. If PostgreSQL is not installed and the script runs as root, it
# installs the package of Debian. fsync is off: do not store content that must not be lost.
set -euo pipefail
dir=${1:?give a folder for the server, such as /tmp/estate-postgres}
port=${2:-}

binaries() {
	local folder
	for folder in "${PG_BIN:-}" /usr/lib/postgresql/*/bin /usr/pgsql-*/bin; do
		[ -n "$folder" ] && [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] && found=$folder
	done
	if [ -z "${found:-}" ] && command -v initdb >/dev/null && command -v pg_ctl >/dev/null; then
		found=$(dirname "$(command -v initdb)")
	fi
	[ -n "${found:-}" ]
}

if ! binaries; then
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		echo "estate: installing PostgreSQL (apt)" >&2
		apt-get update -qq >&2 || true
		# Without the default cluster, which would start another server.
		mkdir -p /etc/postgresql-common
		[ -e /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null 2>&1 || true
	fi
	binaries || {
		echo "estate: PostgreSQL was not found and could not be installed: install the package postgresql, or set PG_BIN to the folder of its programs." >&2
		exit 1
	}
fi

# PostgreSQL refuses to run as root.
as_owner=()
if [ "$(id -u)" = 0 ]; then
	id postgres >/dev/null 2>&1 || useradd --system --no-create-home postgres
	as_owner=(setpriv --reuid postgres --regid postgres --clear-groups)
fi

is_free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
if [ ! -e "$dir/url" ]; then
	if [ -z "$port" ]; then
		# Below the ephemeral ports of Linux, which a client may use.
		port=$((20000 + RANDOM % 10000))
		until is_free "$port"; do port=$((port + 1)); done
	fi
	password=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
	(umask 077 && printf "%s" "$password" >"$dir/password")
	[ ${#as_owner[@]} = 0 ] || chown -R postgres: "$dir"
	"${as_owner[@]}" "$found/initdb" --pgdata="$dir/data" --username=estate --pwfile="$dir/password" --auth=scram-sha-256 \
		--encoding=UTF8 --locale=C.UTF-8 --no-sync >"$dir/initdb.log" || { cat "$dir/initdb.log" >&2; exit 1; }
	printf '%s\n' "listen_addresses = '127.0.0.1'" "port = $port" "unix_socket_directories = ''" "max_connections = 300" \
		"fsync = off" "full_page_writes = off" "shared_buffers = 512MB" "max_wal_size = 2GB" "logging_collector = off" \
		>>"$dir/data/postgresql.conf"
	fresh=1
fi
port=${port:-$(sed -n 's/^port = //p' "$dir/data/postgresql.conf" | tail -1)}
if ! "${as_owner[@]}" "$found/pg_ctl" --pgdata="$dir/data" status >/dev/null 2>&1; then
	"${as_owner[@]}" "$found/pg_ctl" --pgdata="$dir/data" --log="$dir/server.log" --wait --timeout=60 --silent start </dev/null >/dev/null 2>&1 ||
		{ tail -5 "$dir/server.log" >&2; exit 1; }
fi
if [ -n "${fresh:-}" ]; then
	PGPASSWORD=$(cat "$dir/password") "$found/createdb" --host=127.0.0.1 --port="$port" --username=estate estate
	(umask 077 && echo "postgres://estate:$(cat "$dir/password")@127.0.0.1:$port/estate" >"$dir/url")
fi
cat "$dir/url"
