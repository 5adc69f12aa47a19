#!/usr/bin/env bash
# Fails when the subject of a commit since the last release has more than 72 characters. A release
# has a tag v*; before the first one, the commits count since nine drawers were made. A shallow
# clone that has neither is checked as far as it reaches.
set -euo pipefail
cd "$(dirname "$0")/.."
max=72
first=$(git describe --tags --match 'v*' --abbrev=0 2>/dev/null || git log --format=%H --grep='^internal: nine drawers with one order of imports$' -n 1)
export LC_ALL=C.UTF-8 # characters, not bytes
long=$(git log --no-merges --format=%s ${first:+"$first..HEAD"} | while IFS= read -r subject; do
	if [ ${#subject} -gt $max ]; then printf '%s\n' "$subject"; fi
done)
if [ -n "$long" ]; then
	printf '%s\n' "$long" >&2
	echo "estate: the subjects of these commits have more than $max characters; put the reason into the body" >&2
	exit 1
fi
