# The tasks of development. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# All Node programs run in the version that package-lock.json pins.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

ADDR ?= 127.0.0.1:8080
DATA ?= data
TOOL := go tool -modfile=$(CURDIR)/tools/go.mod
# Builds a program that measures or attacks Estate; harness is a module of its own.
HARNESS := go build -C harness -o ../bin/

WEB_SOURCES := $(shell find web/src web/studio web/scripts locales -type f 2>/dev/null) web/vite.config.ts web/vite.studio.config.ts web/package.json
MODULES := node_modules/.installed
WEB := web/dist/.built

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z][a-z0-9-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | awk -F'\t' '{ printf "  make %-14s %s\n", $$1, $$2 }'

.PHONY: run
run: build ## install, build and serve the demo agency on http://127.0.0.1:8080
	bin/estate serve --addr $(ADDR) --data $(DATA) --mail-folder $(DATA)/mails

.PHONY: build
build: $(WEB) ## build bin/estate, front end included
	@scripts/need.sh go
	go build -o bin/estate ./cmd/estate

.PHONY: dev
dev: build ## serve with hot reload of the front end
	go build -o bin/estate ./cmd/estate
	scripts/dev.sh $(ADDR) $(DATA)

# ALL=1 is the long form: the race detector everywhere, a WordPress without the plugin too, all journeys at both
# widths, 1,000 seeds a simulation.
ALL ?=
RETRIED := build/retried

.PHONY: test
test: export ESTATE_RETRIED = $(CURDIR)/$(RETRIED)
export ESTATE_TEST_ALL := $(ALL)
test: build ## all checks and tests: Go, front end, WordPress, browser journeys
	@mkdir -p build; rm -f $(RETRIED)
	$(MAKE) --no-print-directory check
	@# WordPress keeps less than one processor busy.
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target test-go test-wordpress
	$(MAKE) --no-print-directory test-web
	$(MAKE) --no-print-directory test-ui
	$(MAKE) --no-print-directory test-e2e
	@if [ -s $(RETRIED) ]; then echo "estate: passed at their retry only:"; cat $(RETRIED); fi
	@echo "estate: everything passed"

.PHONY: test-all
test-all: ## the long form of make test, for releases
	$(MAKE) --no-print-directory test ALL=1

.PHONY: check
check: $(MODULES) generate-check ## format, lint, types, generated files, dead code, imports, citations, terms, commit subjects
	@scripts/need.sh go node npm
	$(TOOL) golangci-lint run ./...
	cd harness && $(TOOL) golangci-lint run ./...
	go mod verify
	go test $(CHECKED)
	scripts/commit-subjects.sh
	npm run --silent -w web lint
	npm run --silent -w web typecheck
	npm run --silent -w e2e typecheck

.PHONY: fmt
fmt: $(MODULES) ## format everything
	$(TOOL) golangci-lint fmt ./...
	cd harness && $(TOOL) golangci-lint fmt ./...
	npm run --silent -w web format

# What make generate writes.
GENERATED := web/src/generated/*.ts web/studio/src/generated/*.ts web/src/app/section-loaders.ts internal/site/view/section_kinds.go internal/platform/brand/colors.go docs/sections.md docs/channels.md wordpress/estate/src/Content/section-schema.php wordpress/estate/src/Properties/feature-table.php

.PHONY: generate
generate: ## write from Go: TypeScript types and values, and all that follows from the schema of sections
	go run ./cmd/formgen
	$(TOOL) tygo generate
	go run ./cmd/tsgen

# The outlines of land: OpenStreetMap's coast with an accuracy of 100 m. The package unpacks to 117 MB, so
# it is no dependency: its clipped result, cmd/basemap/land.json.gz, is in the repository.
LANDS := @geo-maps/earth-lands-100m@0.6.0
LANDS_SHA := 249b08798b0b82c81c21fa73fee8c59f25c94571842d52da2d06650884aa3087

.PHONY: basemap
basemap: ## make internal/media/basemap/builtin.pmtiles again, from the pinned package of outlines
	@scripts/need.sh go node npm
	dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; \
	npm pack --silent --pack-destination "$$dir" $(LANDS) > /dev/null; \
	echo "$(LANDS_SHA)  $$(echo $$dir/*.tgz)" | sha256sum --check --quiet; \
	tar -xzf "$$dir"/*.tgz -C "$$dir"; \
	go run ./cmd/basemap -lands "$$dir/package/map.geo.json"

.PHONY: audit
audit: ## look up known vulnerabilities of modules and packages; says when a database cannot be reached
	@scripts/need.sh go node npm
	@scripts/audit.sh

.PHONY: notice
notice: $(MODULES) ## write NOTICE: components of other authors and their licences
	node scripts/notice.mjs

# An unchanged file gets its time back: the front end is not built again.
.PHONY: generate-check
generate-check:
	@before=$$(mktemp -d); trap 'rm -rf "$$before"' EXIT; \
	cp --parents --preserve=timestamps $(GENERATED) "$$before"; \
	$(MAKE) --no-print-directory -s generate; \
	for file in $(GENERATED); do \
		if cmp --silent "$$file" "$$before/$$file"; then touch --reference "$$before/$$file" "$$file"; else changed+=" $$file"; fi; \
	done; \
	test -z "$${changed:-}" || { echo "estate: generated files were not up to date; commit what make generate wrote:$$changed"; exit 1; }

.PHONY: golden
golden: ## rewrite the golden views
	go test ./internal/site/compose -update

# The packages whose subject is concurrency are tested with the race detector, which makes others slow and finds
# nothing in them.
RACE := $(if $(ALL),./...,./internal/agency/leads/... ./internal/cms/replica ./internal/platform/... ./internal/site/server ./internal/site/sitemap ./internal/site/ssr ./internal/store)

# Packages that make check tests.
CHECKED := ./internal/tests/architecture ./internal/tests/citations ./internal/tests/language

# -vet=off: make check has the linter run vet. Tests that call t.Parallel wait for processes, so four run at a time.
GO_TEST := go test -vet=off -shuffle on -parallel 4 -timeout $(if $(ALL),60m,15m)

.PHONY: test-go
test-go: $(WEB)
	scripts/with-postgres.sh $(MAKE) --no-print-directory --jobs 1 test-go-race test-go-plain

.PHONY: test-go-race
test-go-race:
	$(GO_TEST) -race $(if $(ALL),,-skip '^TestSimulate') $(RACE)

.PHONY: test-go-plain
test-go-plain:
	packages=$$(go list ./... | grep -vxF "$$(go list $(RACE) $(CHECKED))") || true; test -z "$$packages" || $(GO_TEST) $$packages
	cd harness && go test -vet=off -shuffle on ./...
	$(MAKE) --no-print-directory simulate SEEDS=$(if $(ALL),1000,25)

.PHONY: test-wordpress
test-wordpress: build ## test the plugin, the Source suite and journeys in Chromium with a real WordPress (installs it as root); ALL=1 also one without the plugin
	scripts/test-wordpress.sh

.PHONY: test-web
test-web: $(MODULES) $(WEB)
	npm run --silent -w web test
	npm run --silent -w web size
	@if [ "$(ALL)" = 1 ]; then scripts/visitor-files.sh; fi

.PHONY: ui
ui: $(MODULES) ## show all components in all states on http://127.0.0.1:5174
	npm run --silent -w web ui

.PHONY: test-ui
test-ui: $(MODULES) ## compare screenshots of all components with e2e/ui/pictures (test-ui-accept updates them)
	npm run --silent -w web ui:build
	CHROMIUM="$$(scripts/chromium.sh)" npm run --silent -w e2e ui

.PHONY: test-ui-accept
test-ui-accept: $(MODULES)
	npm run --silent -w web ui:build
	CHROMIUM="$$(scripts/chromium.sh)" npm run --silent -w e2e ui -- --update-snapshots
	cd e2e && node optimise-pictures.ts

.PHONY: test-e2e
# The second script would see a CHROMIUM that stands before it.
test-e2e: build
	WHOLE_CHROMIUM="$$(scripts/chromium.sh)" CHROMIUM="$$(scripts/chromium.sh headless)" npm run --silent -w e2e test

.PHONY: e2e
e2e: test-e2e ## browser journeys on the built program

.PHONY: bench
bench: build ## measure Estate, peers and baselines, and print a table for docs/performance.md
	scripts/bench.sh

.PHONY: fuzz
fuzz: ## fuzz links, routes, filters and redirects, 60 s each
	scripts/fuzz.sh 60s

.PHONY: crawl
crawl: build ## check all links of the demo site
	$(HARNESS) ./cmd/crawl
	bin/crawl -program bin/estate

.PHONY: chaos
chaos: build ## test failures of a real WordPress under load; measure edits and the first sync
	$(HARNESS) ./cmd/chaos
	bin/chaos -program bin/estate

.PHONY: cluster-test
cluster-test: build ## test three nodes on one PostgreSQL behind nginx while each part fails (installs nginx, PostgreSQL and libfaketime as root)
	scripts/cluster-test.sh

.PHONY: hostile
hostile: build ## attack the site as one client; measure what a visitor notices
	$(HARNESS) ./cmd/hostile
	bin/hostile -program bin/estate

.PHONY: shots
shots: build ## screenshots of every screen at three widths in two languages, in shots/
	CHROMIUM="$$(scripts/chromium.sh)" npm run --silent -w e2e shots

.PHONY: lighthouse-wordpress
lighthouse-wordpress: build ## Lighthouse on results and a property in front of two real WordPress installations: the plugin, and another agency's without it; and without WordPress
	scripts/lighthouse-wordpress.sh

.PHONY: lighthouse
lighthouse: build ## Lighthouse (mobile preset, medians of 5) on seven page types: home, results, property, blog, post, content page, city
	CHROMIUM="$$(scripts/chromium.sh)" npm run --silent -w e2e lighthouse

.PHONY: journey-times
journey-times: build ## time from the press to the painted View on a slow computer: menu, filter, property, back, language, lightbox, next page
	CHROMIUM="$$(scripts/chromium.sh)" npm run --silent -w e2e journey-times

.PHONY: bench-search
bench-search: ## measure the search index with 1,000, 100,000 and 1,000,000 properties, and PostgreSQL, and print a table
	GOMAXPROCS=1 ESTATE_BENCH_ROWS=1000,100000,1000000 \
	scripts/with-postgres.sh go test -count=1 -timeout 60m -run TestSearchBench -v ./internal/tests/agreement

.PHONY: soak
soak: build ## send 20,000 enquiries while the program is killed 30 times and half of the mails and webhook calls fail
	ESTATE_BIN=$(CURDIR)/bin/estate ESTATE_LEADS_POSTS=20000 ESTATE_LEADS_KILLS=30 \
	go test -count=1 -timeout 60m -run 'TestNoEnquiryIsLost$$' -v ./cmd/estate

SEEDS ?= 1000

# Packages with simulations.
SIMULATIONS := ./internal/platform/atomicfile ./internal/agency/channels ./internal/agency/feeds/engine ./internal/agency/leads/mirror ./internal/media ./internal/cms/replica ./internal/store

.PHONY: simulate
simulate: ## simulate nodes, CMS, networks, disks and clocks that fail, by SEEDS seeds (ESTATE_SIMULATE_FIRST is the first)
	ESTATE_SIMULATE_SEEDS=$(SEEDS) GOGC=400 go test -count=1 -timeout 24h -p 1 -run '^TestSimulate' -v $(SIMULATIONS) | grep -v '^ *---\|^=== '

.PHONY: backup-test
backup-test: build ## restore a site that was backed up under load, on SQLite and PostgreSQL, and read everything back; backups and originals in a bucket
	ESTATE_BIN=$(CURDIR)/bin/estate ESTATE_BACKUP_POSTS=1000 ESTATE_BACKUP_KILLS=5 \
	scripts/with-postgres.sh go test -count=1 -timeout 15m -run 'TestRestoreOfARunningSite|TestADeadDiskLosesTenSecondsAtMost' -v ./cmd/estate
	ESTATE_S3_SERVER=versitygw go test -count=1 -timeout 15m ./internal/platform/bucket ./internal/app/backup ./internal/media/mediasync

.PHONY: release
release: build ## write build/release: archive, .deb, bill of materials, checksums
	go run ./cmd/release -out build/release

.PHONY: release-test
release-test: build ## build the release twice, compare, install it in a bare Debian 12 and ask it for a page and a picture (as root)
	scripts/release-test.sh

.PHONY: clean
clean: ## remove build output
	rm -rf bin build web/dist/client web/dist/server web/dist/studio web/dist/.built

$(MODULES): package.json package-lock.json web/package.json e2e/package.json
	@scripts/need.sh node npm
	npm ci --ignore-scripts --no-fund --no-audit --loglevel=error
	@touch $@

$(WEB): $(MODULES) $(WEB_SOURCES)
	npm run --silent -w web build
	@touch $@
