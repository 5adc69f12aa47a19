#!/bin/sh
# Runs after the installation: creates the user, then starts or restarts the site.
set -e

if ! getent passwd estate >/dev/null; then
	adduser --system --group --home /var/lib/estate --no-create-home --quiet estate
fi
install -d -o estate -g estate -m 0700 /var/lib/estate

[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if systemctl is-active --quiet estate.service; then
	# The socket stays open: visitors wait for the moment of the restart.
	systemctl restart estate.service
else
	systemctl enable --quiet estate.socket estate.service
	systemctl start estate.socket estate.service
fi
