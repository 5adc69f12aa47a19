#!/bin/sh
# Runs before the removal. An upgrade keeps the site running.
set -e

case "$1" in
upgrade | 1) exit 0 ;;
esac
[ -d /run/systemd/system ] || exit 0
systemctl disable --now --quiet estate.service estate.socket estate-https.socket
