package architecture

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// drawers are the folders of internal, from top to bottom: a package imports only its own drawer
// and those below it.
var drawers = []string{"app", "studio", "site", "agency", "cms", "find", "store", "media", "content", "platform"}

// exceptions are imports that point upwards, with their reasons.
var exceptions = map[string]string{}

// pure are the packages that do no I/O and read no clock: they get a content.Source and values.
var pure = []string{"internal/site/compose", "internal/site/redirect", "internal/site/resolve", "internal/site/route", "internal/site/seo", "internal/site/view", "internal/content"}

// ioPackages are what no pure package imports.
var ioPackages = []string{"os", "net", "database/sql", "os/exec"}

// speaksHTTP are the packages that may import net/http; content/errors.go alone
// takes the status numbers from it, as do the packages that set a page's status.
var speaksHTTP = []string{"internal/site/limits", "internal/site/server", "internal/site/sitemap", "internal/platform/tracing", "internal/platform/bucket", "internal/tests/s3test", "internal/platform/httpconn", "internal/platform/httpheader", "internal/platform/vitebuild", "internal/cms/restapi", "internal/tests/restapitest", "internal/cms/wordpress", "internal/content", "internal/media/remote", "internal/agency/instagram", "internal/platform/resilience", "internal/app/operator", "internal/studio/api", "internal/platform/certificates", "internal/agency/leads/webhook", "internal/platform/cdn", "internal/site/resolve", "internal/app", "internal/agency/feeds", "internal/agency/feeds/resales", "internal/agency/feeds/engine", "internal/tests/resalestest", "internal/tests/program", "internal/tests/wordpresstest"}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestImportsPointDownwards(t *testing.T) {
	used := map[string]bool{}
	for _, p := range projectPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "estate/")
		drawer, ok := drawerOf(name)
		if !ok {
			continue
		}
		if !slices.Contains(drawers, drawer) {
			t.Errorf("%s is in no drawer; the drawers of internal are %v", name, drawers)
			continue
		}
		for _, imported := range p.Imports {
			target, ok := drawerOf(strings.TrimPrefix(imported, "estate/"))
			if !ok || slices.Index(drawers, target) >= slices.Index(drawers, drawer) {
				continue
			}
			arrow := name + " → " + strings.TrimPrefix(imported, "estate/")
			used[arrow] = true
			if exceptions[arrow] == "" {
				t.Errorf("%s: %s is above %s in the order %v", arrow, target, drawer, drawers)
			}
		}
	}
	for arrow := range exceptions {
		if !used[arrow] {
			t.Errorf("the exception %s is not used: delete it", arrow)
		}
	}
}

// drawerOf is the folder below internal that a package is in. It reports false for commands, packages
// outside internal, and those of tests.
func drawerOf(name string) (string, bool) {
	inside, ok := strings.CutPrefix(name, "internal/")
	drawer, _, _ := strings.Cut(inside, "/")
	return drawer, ok && drawer != "tests" && drawer != "conformance"
}

func TestTheProgramImportsNothingOfTests(t *testing.T) {
	for _, p := range projectPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "estate/")
		if _, ok := drawerOf(name); !ok && name != "cmd/estate" {
			continue
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, "estate/internal/tests/") {
				t.Errorf("%s imports %s, which is for tests", name, imported)
			}
		}
	}
}

func TestPurePackagesDoNoIO(t *testing.T) {
	for _, p := range projectPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "estate/")
		for _, imported := range p.Imports {
			if slices.Contains(pure, name) && slices.Contains(ioPackages, imported) {
				t.Errorf("%s imports %s; it gets what it needs as values", name, imported)
			}
		}
	}
}

func TestOnlyNamedPackagesSpeakHTTP(t *testing.T) {
	for _, p := range projectPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "estate/")
		speaks, may := slices.Contains(p.Imports, "net/http"), slices.Contains(speaksHTTP, name)
		if speaks && !may {
			t.Errorf("%s imports net/http; HTTP belongs to %v", name, speaksHTTP)
		}
		if may && !speaks {
			t.Errorf("%s may import net/http, and does not: take it out of speaksHTTP", name)
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
