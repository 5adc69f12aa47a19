#!/usr/bin/env bash
# Measures results and a property with Lighthouse in front of two real WordPress installations: the plugin with the
# demo, and another agency's without the plugin; then the same pages of the plugin's content without WordPress, to
# compare with. ESTATE_LIGHTHOUSE_RUNS is the number of runs per page (5).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

. test/wordpress/both.sh

bin/estate demo --data "$work/data" --properties 0 >/dev/null
bin/estate export --data "$work/data" "$work/demo.jsonl"
php -d memory_limit=1024M test/wordpress/load.php "$work/plugin/site" "$work/demo.jsonl" internal/agency/demo/media

failed=0
CHROMIUM=$(scripts/chromium.sh)
export CHROMIUM ESTATE_CMS_SECRET=estate-test-secret-0001
ESTATE_LIGHTHOUSE_CMS=$plugin npm run --silent -w e2e lighthouse -- /properties/ /properties/camojan-villa-with-observatory/ || failed=1
ESTATE_LIGHTHOUSE_CMS=$plain npm run --silent -w e2e lighthouse -- /properties/ /properties/villa-casa-del-viento-1/ || failed=1
npm run --silent -w e2e lighthouse -- results property || failed=1
exit "$failed"
