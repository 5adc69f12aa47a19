#!/usr/bin/env bash
# Stops the test WordPress. --purge deletes its state folder too.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
stop web
stop db
if [[ ${1:-} = --purge ]]; then
	rm -rf "$state"
fi
