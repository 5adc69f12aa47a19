#!/usr/bin/env bash
# Extracts the messages of the plugin (estate.pot), updates its translations and compiles
# them. With --check it changes no files and fails if a translation is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../wordpress/estate"

for tool in xgettext msgmerge msgfmt; do
	command -v "$tool" >/dev/null || { echo "estate: $tool is missing; install the package gettext"; exit 1; }
done

target=languages
if [[ ${1:-} = --check ]]; then
	target=$(mktemp -d)
	trap 'rm -rf "$target"' EXIT
	cp languages/*.po "$target"
fi

find estate.php src -name '*.php' | LC_ALL=C sort | xgettext --files-from=- --language=PHP --from-code=UTF-8 --no-location --sort-output \
	--keyword=__ --keyword=_e --keyword=esc_html__ --keyword=esc_attr__ --keyword=esc_html_e --keyword=_x:1,2c --add-comments=translators: \
	--package-name=Estate --output="$target/estate.pot"
sed -i '/^"POT-Creation-Date:/d; s/^"Content-Type: text\/plain; charset=CHARSET/"Content-Type: text\/plain; charset=UTF-8/; /^# FIRST AUTHOR/d; /^# SOME DESCRIPTIVE/d; /^# Copyright (C) YEAR/d; /^# This file is distributed/d' "$target/estate.pot"

for po in "$target"/*.po; do
	msgmerge --quiet --update --no-fuzzy-matching --backup=none --no-location --sort-output "$po" "$target/estate.pot"
	left=$(msgattrib --untranslated --no-obsolete "$po" | grep -c '^msgid "..*"' || true)
	if [[ $left -gt 0 ]]; then
		echo "estate: $left messages have no translation in $(basename "$po")"
		[[ ${1:-} != --check ]] || exit 1
	fi
	msgfmt --check --output-file="${po%.po}.mo" "$po"
done
