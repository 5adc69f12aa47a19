#!/usr/bin/env bash
# Records the answers of two real WordPress installations to the first sync of a replica, for
# TestFieldsOfRecordedWordPress: of one with the plugin and a sample of the demo (sample.php), and of the
# plain one (plain/), each with 30 entities of each kind in each language. Needs bin/estate (make build). Writes internal/tests/agreement/testdata/*.json.gz.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

export ESTATE_WORDPRESS_PLAIN_MORE=1 # 30 posts and pages in each language
. test/wordpress/both.sh

bin/estate demo --data "$work/data" --properties 0 >/dev/null
bin/estate export --data "$work/data" "$work/all.jsonl"
php test/wordpress/sample.php "$work/all.jsonl" >"$work/some.jsonl"

export ESTATE_WORDPRESS=$plugin ESTATE_WORDPRESS_PLAIN_URL=$plain
php -d memory_limit=1024M test/wordpress/load.php "$work/plugin/site" "$work/some.jsonl" internal/agency/demo/media
ESTATE_WORDPRESS_RECORD=1 go test -count=1 -run TestFieldsOfRecordedWordPress ./internal/tests/agreement
ls -l internal/tests/agreement/testdata
