#!/usr/bin/env bash
# Stops the bed. With --purge its state folder goes as well.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
stop web
stop db
if [[ ${1:-} = --purge ]]; then
	rm -rf "$state"
fi
