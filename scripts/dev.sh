#!/usr/bin/env bash
# Runs the site for development at one address: Vite serves unbundled modules with hot
# reload, each change rebuilds the server bundle, which shows errors of server rendering,
# and each change of Go restarts estate. Usage: dev.sh ADDR DATA
set -euo pipefail
cd "$(dirname "$0")/.."
addr=$1 data=$2
pids=()
# Stops only the processes that this script started.
trap 'kill "${pids[@]}" 2>/dev/null || true; wait' EXIT

(cd web && exec ../node_modules/.bin/vite --clearScreen false) &
pids+=($!)
(cd web && exec ../node_modules/.bin/vite build --ssr --watch --logLevel warn --emptyOutDir false) &
pids+=($!)

stamp() { # prints a file newer than bin/estate: Go sources or the server bundle
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
			touch bin/estate # wait for the next change
		fi
	fi
	sleep 1
done
