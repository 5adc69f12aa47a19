package architecture

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed names, for every package, the packages of the project that it may
// import. A new package fails until it stands here, and a permission that nobody
// uses fails until it is taken back.
var allowed = map[string][]string{
	// Right of compose nothing does I/O of its own or reads a clock.
	"locales":           {},
	"internal/i18n":     {"locales"},
	"internal/view":     {"internal/i18n", "internal/sanitize"},
	"internal/search":   {"internal/i18n"},
	"internal/cmsurl":   {},
	"internal/sanitize": {"internal/cmsurl"},
	"internal/link":     {"internal/i18n"},
	"internal/content":  {"internal/i18n", "internal/search"},
	"internal/route":    {"internal/content", "internal/i18n", "internal/link"},
	"internal/redirect": {"internal/content", "internal/i18n", "internal/link"},
	"internal/seo":      {"internal/i18n", "internal/sanitize", "internal/view"},
	"internal/resolve":  {"internal/content", "internal/i18n", "internal/link", "internal/route", "internal/search"},
	"internal/compose": {
		"internal/cmsurl", "internal/content", "internal/i18n", "internal/link", "internal/resolve", "internal/route", "internal/sanitize",
		"internal/search", "internal/seo", "internal/view",
	},

	// Adapters know content and what it stands on, never each other.
	"internal/tests/contenttest":  {"internal/content", "internal/i18n", "internal/search"},
	"internal/store":              {"internal/backoff", "internal/content", "internal/i18n", "internal/search", "internal/store/record", "internal/store/sqldb"},
	"internal/store/record":       {"internal/content", "internal/i18n", "internal/link", "internal/sanitize", "internal/search"},
	"internal/store/sqldb":        {"internal/backoff", "internal/content"},
	"internal/contentfile":        {"internal/content", "internal/i18n", "internal/store", "internal/store/record"},
	"internal/tests/storetest":    {"internal/content", "internal/i18n", "internal/store", "internal/tests/contenttest", "internal/tests/postgrestest"},
	"internal/tests/postgrestest": {"internal/tests/repository"},
	"internal/tests/repository":   {},
	"internal/editdistance":       {},
	"internal/index":              {"internal/editdistance", "internal/search"},
	"internal/sentence":           {"internal/editdistance", "internal/i18n", "internal/search"},
	"internal/wordpress":          {"internal/cmsurl", "internal/coalesce", "internal/content", "internal/i18n", "internal/link", "internal/search"},
	"internal/upstream":           {"internal/content", "internal/coalesce", "internal/i18n", "internal/search"},
	"internal/basemap":            {"internal/basemap/mvt", "internal/basemap/pmtiles", "internal/brand", "internal/i18n"},
	"internal/basemap/mvt":        {},
	"internal/basemap/pmtiles":    {},
	"internal/basemap/tiler":      {"internal/basemap/mvt", "internal/basemap/pmtiles"},
	"internal/resilience":         {},
	"internal/operator":           {"internal/clientaddr"},
	// replica joins two adapters: it fills the store from WordPress.
	"internal/replica": {"internal/backoff", "internal/content", "internal/i18n", "internal/redact", "internal/search", "internal/store", "internal/wordpress"},
	// indexer joins two adapters: it keeps the index equal to the store.
	"internal/indexer": {"internal/atomicfile", "internal/index", "internal/store"},
	// feeds/engine joins adapters too: it fills the store from feeds.
	"internal/feeds":              {"internal/i18n"},
	"internal/feeds/kyero":        {"internal/feeds", "internal/i18n"},
	"internal/feeds/csvfeed":      {"internal/feeds", "internal/i18n"},
	"internal/feeds/resales":      {"internal/feeds", "internal/i18n"},
	"internal/feeds/engine":       {"internal/atomicfile", "internal/backoff", "internal/content", "internal/feeds", "internal/i18n", "internal/media/remote", "internal/portals", "internal/search", "internal/store"},
	"internal/tests/resalestest":  {},
	"internal/demo":               {"internal/content", "internal/i18n"},
	"internal/atomicfile":         {},
	"internal/certificates":       {},
	"internal/clientaddr":         {},
	"internal/redact":             {},
	"internal/httpheader":         {},
	"internal/lowpriority":        {},
	"internal/worker":             {"internal/backoff", "internal/lowpriority"},
	"internal/backoff":            {},
	"internal/coalesce":           {},
	"internal/shareddict":         {"internal/atomicfile"},
	"internal/fairqueue":          {},
	"internal/cdn":                {"internal/backoff", "internal/content", "internal/signature"},
	"internal/ssr":                {"internal/backoff", "internal/coalesce", "internal/fairqueue", "internal/httpheader", "internal/lowpriority", "internal/worker"},
	"internal/media":              {"internal/atomicfile", "internal/cmsurl", "internal/content", "internal/coalesce", "internal/fairqueue", "internal/media/remote", "internal/view", "internal/worker"},
	"internal/media/remote":       {},
	"internal/instagram":          {"internal/atomicfile", "internal/backoff", "internal/content", "internal/media/remote"},
	"internal/leads":              {"internal/backoff", "internal/i18n", "internal/store/sqldb"},
	"internal/backup":             {"internal/bucket"},
	"internal/bucket":             {"internal/atomicfile"},
	"internal/tracing":            {},
	"internal/mediasync":          {"internal/atomicfile", "internal/bucket", "internal/coalesce"},
	"internal/tests/s3test":       {"internal/bucket", "internal/tests/repository"},
	"internal/leads/mirror":       {"internal/leads", "internal/store/sqldb"},
	"internal/leads/mail":         {"internal/brand", "internal/i18n", "internal/leads", "internal/leads/alerts"},
	"internal/leads/alerts":       {"internal/backoff", "internal/i18n", "internal/leads", "internal/search", "internal/store/sqldb"},
	"internal/brand":              {},
	"internal/leads/webhook":      {"internal/i18n", "internal/leads", "internal/signature"},
	"internal/signature":          {},
	"internal/tests/acmetest":     {},
	"internal/tests/smtptest":     {},
	"internal/tests/dcbtest":      {},
	"internal/restapi":            {"internal/content", "internal/httpheader", "internal/i18n", "internal/search"},
	"internal/portals":            {"internal/i18n"},
	"internal/channels":           {"internal/atomicfile", "internal/content", "internal/i18n", "internal/portals", "internal/sanitize", "internal/search"},
	"internal/channels/kyero":     {"internal/channels", "internal/content", "internal/i18n", "internal/portals"},
	"internal/channels/idealista": {"internal/channels", "internal/content", "internal/i18n", "internal/portals"},
	"internal/channels/upload":    {},
	// What tests alone stand on may know the part that it serves.
	"internal/tests/restapitest": {"internal/restapi"},

	// audit holds a store's content against what visitors would get.
	"internal/audit": {
		"internal/content", "internal/i18n", "internal/link", "internal/redact", "internal/redirect", "internal/resolve", "internal/sanitize", "internal/search",
	},

	// The server puts answers together; the program wires everything.
	"internal/server": {
		"internal/backoff", "internal/basemap", "internal/brand", "internal/cdn", "internal/channels", "internal/clientaddr", "internal/cmsurl", "internal/coalesce", "internal/compose", "internal/content", "internal/fairqueue", "internal/httpheader", "internal/i18n", "internal/leads", "internal/leads/alerts", "internal/link", "internal/lowpriority", "internal/media", "internal/redirect",
		"internal/resolve", "internal/route", "internal/sanitize", "internal/search", "internal/sentence", "internal/seo", "internal/shareddict", "internal/signature", "internal/ssr", "internal/tracing", "internal/view", "internal/worker", "locales",
	},
	"web": {},
	"internal/config": {
		"internal/atomicfile", "internal/basemap", "internal/bucket", "internal/cdn", "internal/certificates", "internal/channels/idealista", "internal/channels/kyero", "internal/compose", "internal/content", "internal/feeds/resales", "internal/i18n", "internal/instagram", "internal/leads/mail", "internal/leads/mirror", "internal/leads/webhook",
		"internal/link", "internal/redact", "internal/replica", "internal/resolve", "internal/route", "internal/sanitize", "internal/server", "internal/ssr", "internal/store",
		"internal/tracing", "internal/view", "internal/wordpress", "web",
	},
	"internal/app":   {"*"},
	"cmd/estate":     {"internal/app", "internal/config", "internal/redact", "internal/tracing"},
	"cmd/basemap":    {"internal/basemap/mvt", "internal/basemap/pmtiles", "internal/basemap/tiler", "internal/demo", "internal/i18n"},
	"cmd/bench":      {"internal/tests/program"},
	"cmd/crawl":      {"internal/tests/program"},
	"cmd/hostile":    {"internal/tests/program"},
	"cmd/chaos":      {"internal/content", "internal/i18n", "internal/tests/program", "internal/wordpress"},
	"cmd/cluster":    {"internal/backoff", "internal/content", "internal/i18n", "internal/store", "internal/tests/program"},
	"cmd/release":    {},
	"cmd/sectiongen": {"internal/content", "internal/i18n", "internal/search"},
	"cmd/tsgen":      {"internal/i18n", "internal/search", "internal/view", "internal/sanitize"},

	// What runs the built program from outside.
	"internal/tests/program": {},

	"internal/tests/simulate": {"internal/atomicfile", "internal/store/sqldb", "internal/tests/repository"},

	"internal/tests/architecture": {},
	"internal/conformance":        {},
	"internal/tests/agreement":    {},
	"internal/tests/citations":    {},
	"internal/tests/language":     {},
	"internal/tests/translations": {},

	// The WordPress of the tests, filled through the store's export.
	"internal/tests/wordpresstest": {"internal/contentfile", "internal/store", "internal/tests/contenttest", "internal/tests/repository"},
}

// speaksHTTP are the packages that may import net/http; content/errors.go alone
// takes the status numbers from it, as do the packages that set a page's status.
var speaksHTTP = []string{"internal/server", "internal/tracing", "internal/bucket", "internal/tests/s3test", "internal/httpheader", "internal/restapi", "internal/tests/restapitest", "internal/wordpress", "internal/content", "internal/media/remote", "internal/instagram", "internal/resilience", "internal/operator", "internal/certificates", "internal/leads/webhook", "internal/cdn", "internal/shareddict", "internal/resolve", "internal/app", "internal/feeds", "internal/feeds/resales", "internal/feeds/engine", "internal/tests/resalestest", "internal/tests/program", "cmd/bench", "cmd/crawl", "cmd/chaos", "cmd/cluster", "cmd/hostile", "internal/tests/wordpresstest"}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestImportsPointOneWay(t *testing.T) {
	for _, p := range projectPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "estate/")
		may, known := allowed[name]
		if !known {
			t.Errorf("%s is new: say in internal/tests/architecture and ARCHITECTURE.md where it belongs", name)
			continue
		}
		for _, imported := range p.Imports {
			target, ours := strings.CutPrefix(imported, "estate/")
			if ours && !slices.Contains(may, target) && !slices.Contains(may, "*") {
				t.Errorf("%s imports %s; it may import %v", name, target, may)
			}
			if imported == "net/http" && !slices.Contains(speaksHTTP, name) {
				t.Errorf("%s imports net/http; HTTP belongs to %v", name, speaksHTTP)
			}
		}
		for _, target := range may {
			if target != "*" && !slices.Contains(p.Imports, "estate/"+target) {
				t.Errorf("%s may import %s, and does not: take it out of the table", name, target)
			}
		}
		if slices.Contains(speaksHTTP, name) && !slices.Contains(p.Imports, "net/http") {
			t.Errorf("%s may import net/http, and does not: take it out of speaksHTTP", name)
		}
	}
}

func TestTheTableNamesOnlyPackagesThatExist(t *testing.T) {
	existing := map[string]bool{}
	for _, p := range projectPackages(t) {
		existing[strings.TrimPrefix(p.ImportPath, "estate/")] = true
	}
	for _, name := range slices.Sorted(maps.Keys(allowed)) {
		if !existing[name] {
			t.Errorf("the table names %s, which does not exist: take it out", name)
		}
	}
}

func projectPackages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Imports", "estate/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		if err != nil {
			t.Fatalf("read go list: %v", err)
		}
		packages = append(packages, p)
	}
}
