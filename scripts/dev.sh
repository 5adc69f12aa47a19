#!/usr/bin/env bash
# Serves the site for somebody who changes it: Vite gives the browser unbuilt
# modules with hot reload, the server bundle is rebuilt on every save (so faults of
# drawing on the server show while one types), and a change of Go restarts estate.
# Everything is at one address. Usage: dev.sh ADDR DATA
set -euo pipefail
cd "$(dirname "$0")/.."
addr=$1 data=$2
pids=()
# Only processes that this script started are ended.
trap 'kill "${pids[@]}" 2>/dev/null || true; wait' EXIT

(cd web && exec ../node_modules/.bin/vite --clearScreen false) &
pids+=($!)
(cd web && exec ../node_modules/.bin/vite build --ssr --watch --logLevel warn --emptyOutDir false) &
pids+=($!)

stamp() { # changes when a file that Go compiles, or the server bundle, does
	find cmd internal locales web/embed.go web/dist/server go.mod -type f -newer bin/estate -print -quit 2>/dev/null
}

server=
while true; do
	if [ -z "$server" ] || [ -n "$(stamp)" ]; then
		if go build -o bin/estate ./cmd/estate; then
			if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
			bin/estate serve --addr "$addr" --data "$data" --vite http://127.0.0.1:5173 &
			server=$!
			pids+=("$server")
		else
			touch bin/estate # wait for the next save
		fi
	fi
	sleep 1
done
