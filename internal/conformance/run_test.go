package conformance

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // for machines without time zones
)

// kinds has the runner of each kind. A runner returns every difference from what its
// case wants.
var kinds = map[string]func(context.Context, json.RawMessage) []string{
	"parse":           runParse,
	"stringify":       runStringify,
	"normalize":       runNormalize,
	"flag-name":       runFlagName,
	"match":           runMatch,
	"date-validate":   runDateValidate,
	"listing-slug":    runListingSlug,
	"city-title":      runCityTitle,
	"title":           runTitle,
	"ssr":             runSSR,
	"legacy-redirect": runLegacy,
	"api":             runAPI,
	"api-error":       runAPIError,
	"totals":          runTotals,
	"entity-link":     runEntityLink,
	"handler":         runSession,
	"redirect":        runSession,
}

// inBrowser are the kinds whose code is TypeScript.
var inBrowser = []string{"link-click", "prefetch", "prefetch-allowed", "link-href", "link-external", "content"}

// caseHead has the fields of every case.
type caseHead struct {
	ID, Kind, Why, Authority string
}

// read decodes a case. A field that its kind does not have is an error, because the
// runner would not compare it.
func read(raw json.RawMessage, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// root is the folder of the repository. ESTATE_CASES is relative to it, as under Vitest.
var root = filepath.Join("..", "..")

func TestCases(t *testing.T) {
	path := cmp.Or(os.Getenv("ESTATE_CASES"), filepath.Join("testdata", "cases.json"))
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	}
	cases := readCases(t, path)
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	for _, zone := range []string{"UTC", "Europe/Madrid"} {
		t.Run(strings.ReplaceAll(zone, "/", " "), func(t *testing.T) {
			location, err := time.LoadLocation(zone)
			if err != nil {
				t.Fatal(err)
			}
			time.Local = location
			runAll(t, cases)
		})
	}
}

func runAll(t *testing.T, cases []json.RawMessage) {
	passed, total, browser := map[string]int{}, map[string]int{}, map[string]int{}
	for _, raw := range cases {
		var c caseHead
		if err := json.Unmarshal(raw, &c); err != nil || c.ID == "" {
			t.Fatalf("a case has no id: %.80s (%v)", raw, err)
		}
		if slices.Contains(inBrowser, c.Kind) {
			browser[c.Kind]++
			continue
		}
		run, found := kinds[c.Kind]
		if !found {
			t.Errorf("case %s is of the unknown kind %q", c.ID, c.Kind)
			continue
		}
		total[c.Kind]++
		ok := t.Run(c.ID, func(t *testing.T) {
			for _, difference := range run(t.Context(), raw) {
				t.Error(difference)
			}
		})
		if ok {
			passed[c.Kind]++
		}
	}
	report(t.Name(), passed, total, browser)
}

// report prints the number of cases per kind; go test shows it with -v.
func report(name string, passed, total, browser map[string]int) {
	fmt.Println(name)
	for _, kind := range slices.Sorted(maps.Keys(total)) {
		fmt.Printf("  %-16s %3d of %3d\n", kind, passed[kind], total[kind])
	}
	for _, kind := range slices.Sorted(maps.Keys(browser)) {
		fmt.Printf("  %-16s %3d run under Vitest\n", kind, browser[kind])
	}
}

func readCases(t *testing.T, path string) []json.RawMessage {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []json.RawMessage
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatalf("%s is no list of cases: %v", path, err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s holds no case", path)
	}
	return cases
}
