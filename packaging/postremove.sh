#!/bin/sh
# Runs after the removal. Data, enquiries and the user stay: only the agency may delete them.
set -e

[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
