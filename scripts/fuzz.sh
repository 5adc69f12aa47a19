#!/usr/bin/env bash
# Runs all fuzz targets in turn: fuzz.sh [DURATION]
# With ONLY=pattern it runs those whose package or name matches.
set -euo pipefail
cd "$(dirname "$0")/.."
duration="${1:-60s}"
only="${ONLY:-.}"

targets=$(grep -rEo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' internal cmd | sort |
  sed -E 's#^(.*)/[^/]+:func (Fuzz.*)$#./\1 \2#' | grep -E -- "$only" || true)
if [ -z "$targets" ]; then
  echo "fuzz: no target matches $only" >&2
  exit 1
fi

failed=()
while read -r package target; do
  echo "== $package $target, $duration"
  if ! go test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "$duration" -fuzzminimizetime 1s; then
    failed+=("$package $target")
  fi
done <<<"$targets"

if [ "${#failed[@]}" -gt 0 ]; then
  printf 'fuzz: failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
echo "fuzz: $(wc -l <<<"$targets" | tr -d ' ') targets passed"
