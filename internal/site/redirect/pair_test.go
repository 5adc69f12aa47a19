package redirect

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCSVRoundTrip(t *testing.T) {
	pairs := []Pair{
		{From: "/marbella/", To: "/es/agente/", Status: 301},
		{From: "/?p=12", To: "https://other.test/a,b", Status: 302},
	}
	var b strings.Builder
	if err := WriteCSV(&b, pairs); err != nil {
		t.Fatal(err)
	}
	got, err := ParseCSV(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(pairs, got); diff != "" {
		t.Error(diff)
	}
}

func TestCSVErrorsNameTheirLine(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"one field", "from,to\n/a/\n", []string{"line 2: 1 fields"}},
		{"no path", "a,/b/", []string{`line 1: redirect from "a"`}},
		{"script as target", "/a/,javascript:alert(1)", []string{`line 1: redirect from "/a/" to "javascript:alert(1)"`}},
		{"host as target", "/a/,//evil.test/", []string{"line 1: "}},
		{"status", "/a/,/b/,200\n/c/,/d/,x", []string{"line 1: ", "status 200 is none of", "line 2: status \"x\""}},
		{"root", "/es,/b/", []string{"line 1: ", "a root cannot be redirected"}},
		{"twice, spelled differently", "/a/,/b/\n# note\n/A,/c/", []string{"line 3: /A has a redirect on line 1 already"}},
		{"to itself", "/a/,/A", []string{"line 1: loop over lines 1:"}},
		{"loop", "/a/,/b/\n/b/,/c/\n/c/,/a", []string{"line 1: loop over lines 1, 2, 3", "line 2: loop", "line 3: loop"}},
		{"into a loop", "/x/,/a/\n/a/,/b/\n/b/,/a/", []string{"line 1: /x/ leads into the loop of line 2"}},
		{"chain", "/a/,/b/\n/b/,/c/\n/c/,/d/", []string{"line 1: chain: line 2 redirects /b/: write /d/", "line 2: chain: line 3 redirects /c/: write /d/"}},
		{"broken quotes", "/a/,\"/b/\n/c/,/d/", []string{"line"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseCSV(strings.NewReader(tt.in))
			if err == nil {
				t.Fatal("ParseCSV accepts it")
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("ParseCSV error = %q, want it to say %q", err, want)
				}
			}
		})
	}
}

func TestReplaceKeepsValidPairsAndJoinsChains(t *testing.T) {
	table := newTable(t)
	err := table.Replace([]Pair{
		{From: "/a/", To: "/b/"},
		{From: "/b/", To: "/c/", Status: 302},
		{From: "/out/", To: "http://Other.test/X"},
		{From: "/x/", To: "/y/"},
		{From: "/y/", To: "/x"},
		{From: "bad", To: "/c/"},
	})
	for _, want := range []string{"redirect /x/ is a loop", `redirect from "bad"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Replace error = %v, want it to say %q", err, want)
		}
	}
	tests := []struct {
		in, location string
		status       int
	}{
		{"/a/", "/c/", 302},
		{"/A?q=1", "/c/?q=1", 302},
		{"/out/page/2/", "http://Other.test/X", 301},
		{"/x/", "", 0},
		{"/servicios-venta/", "/es/servicios/vender/", 301},
	}
	for _, tt := range tests {
		got, err := table.Lookup(t.Context(), tt.in, refs)
		if err != nil || got.Location != tt.location || got.Status != tt.status {
			t.Errorf("Lookup(%q) = %d %q, %v; want %d %q", tt.in, got.Status, got.Location, err, tt.status, tt.location)
		}
	}
}

func TestPairsWithAQueryMatchThatQueryOnly(t *testing.T) {
	table := newTable(t, Pair{From: "/?p=12", To: "/blog/news/"})
	for in, want := range map[string]string{"/?p=12": "/blog/news/", "/?utm_id=1&p=12": "/blog/news/?utm_id=1", "/?p=13": "", "/": ""} {
		if got, _ := table.Lookup(t.Context(), in, refs); got.Location != want {
			t.Errorf("Lookup(%q) = %q, want %q", in, got.Location, want)
		}
	}
}

func TestNewRefusesInvalidPairs(t *testing.T) {
	for _, pair := range []Pair{{From: "x", To: "/"}, {From: "/x/", To: "https://ann:hunter2@partner.test/"}} {
		if _, err := New(Config{Pairs: []Pair{pair}}); err == nil {
			t.Errorf("New accepts %+v", pair)
		}
	}
}
