#!/usr/bin/env bash
# Records the answers of two real WordPress installations to the first sync of a replica, for
# TestFieldsOfRecordedWordPress: of one with the plugin and 30 entities of each kind of the demo, and of the
# plain one (plain/). Needs bin/estate (make build). Writes internal/tests/agreement/testdata/*.json.gz.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

. test/wordpress/both.sh

bin/estate demo --data "$work/data" --properties 0 >/dev/null
bin/estate export --data "$work/data" "$work/all.jsonl"
# An entity of posts and pages has one language: 60 lines are 30 in each.
php -r '
	$most = ["property" => 45, "development" => 30, "post" => 60, "page" => 60];
	$seen = [];
	foreach (file($argv[1]) as $line) {
		$kind = json_decode($line, true)["kind"] ?? "";
		$seen[$kind] = ($seen[$kind] ?? 0) + 1;
		if ($seen[$kind] <= ($most[$kind] ?? PHP_INT_MAX)) {
			echo $line;
		}
	}' "$work/all.jsonl" >"$work/some.jsonl"

export ESTATE_WORDPRESS=$plugin ESTATE_WORDPRESS_PLAIN_URL=$plain
php -d memory_limit=1024M test/wordpress/load.php "$work/plugin/site" "$work/some.jsonl" internal/demo/media
ESTATE_WORDPRESS_RECORD=1 go test -count=1 -run TestFieldsOfRecordedWordPress ./internal/tests/agreement
ls -l internal/tests/agreement/testdata
