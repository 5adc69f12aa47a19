# Paths and functions of up.sh, reset.sh and down.sh.
# shellcheck shell=bash
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plugin=$(cd "$here/../../wordpress/estate" && pwd)
core=/usr/share/wordpress

# Several instances can run at the same time, each with its own state folder and port.
state=${ESTATE_WORDPRESS_STATE:-${TMPDIR:-/tmp}/estate-wordpress}
site=$state/site
socket=$state/db.sock

packages=(wordpress mariadb-server curl php-cli php-mysql php-gd php-xml php-mbstring php-curl)

note() { printf 'test wordpress: %s\n' "$*" >&2; }

die() {
	note "$*"
	exit 1
}

# running NAME: succeeds if the process of $state/NAME.pid is alive and not a zombie.
running() {
	local pid
	[[ -s $state/$1.pid ]] && pid=$(<"$state/$1.pid") && [[ -r /proc/$pid/stat ]] && [[ $(cut -d' ' -f3 "/proc/$pid/stat" 2>/dev/null) != Z ]]
}

# stop NAME: stop the process group of $state/NAME.pid and wait for its end.
stop() {
	local pid tries
	if running "$1"; then
		pid=$(<"$state/$1.pid")
		kill -- "-$pid" 2>/dev/null || kill "$pid" 2>/dev/null || true
		for tries in {1..100}; do
			running "$1" || break
			sleep 0.1
			[[ $tries -lt 80 ]] || kill -9 -- "-$pid" 2>/dev/null || true
		done
	fi
	rm -f "$state/$1.pid"
}

sql() { mariadb --no-defaults --socket="$socket" --user=root "$@"; }

php_run() { php -d memory_limit=1024M -d display_errors=stderr -d error_reporting=E_ALL "$@"; }

# await SECONDS COMMAND…: run a command until it succeeds or the time is over.
await() {
	local end=$((SECONDS + $1))
	shift
	until "$@" >/dev/null 2>&1; do
		((SECONDS < end)) || return 1
		sleep 0.1
	done
}
