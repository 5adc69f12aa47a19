#!/usr/bin/env bash
# Builds the files of visitors without the sources of the studio, and fails if a byte differs from web/dist. Run it after `make build`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

built=$PWD/web/dist
mkdir -p build
copy=$PWD/$(mktemp -d build/visitor.XXXXXX)
trap 'rm -rf "$copy"' EXIT
cp -r locales "$copy/"
mkdir "$copy/web"
find web -mindepth 1 -maxdepth 1 ! -name studio ! -name dist ! -name node_modules -exec cp -r {} "$copy/web/" \;
# Hard links: the manifest has the paths of packages, which a symbolic link would change.
cp -al node_modules "$copy/node_modules"
if [[ -d web/node_modules ]]; then cp -al web/node_modules "$copy/web/node_modules"; fi
cd "$copy/web"
../node_modules/.bin/vite build --logLevel warn
../node_modules/.bin/vite build --ssr --logLevel warn
for part in client server; do
	# The compressed copies are made afterwards, from the same files.
	diff --recursive --brief --exclude='*.br' "dist/$part" "$built/$part"
done
echo "estate: the files of visitors are the same without the studio"
