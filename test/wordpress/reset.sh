#!/usr/bin/env bash
# Restores the database as up.sh installed it: WordPress and the plugin, no content.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
[[ -s $state/fresh.sql ]] || die "no installation to restore; run up.sh first"
sql -e 'DROP DATABASE IF EXISTS wp; CREATE DATABASE wp CHARACTER SET utf8mb4'
sql wp <"$state/fresh.sql"
rm -rf "$site/wp-content/uploads"
mkdir -p "$site/wp-content/uploads"
