package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"estate/internal/audit"
	"estate/internal/store"
)

func TestCheckReportsFindings(t *testing.T) {
	data := t.TempDir()
	app, _ := startSite(t, in(data))
	s := settingsFor(t, data)
	s.SiteURL = publicSite
	property := publishedProperty(t, app.store)
	changed := *property
	changed.Energy = nil
	write(t, app.store, func(b *store.Batch) error { return b.Put(&changed) })
	if err := Check(t.Context(), s, false); err == nil || !strings.Contains(err.Error(), "findings") {
		t.Errorf("property without an energy label: error %v, want findings", err)
	}
}

func TestCheckNamesWhatIsInTheWayOfTheCMS(t *testing.T) {
	const root = `{"home":"https://www.agency.test","timezone_string":"Europe/Lisbon","namespaces":["wp/v2"]}`
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   []string // in the output or the error
		fails  bool
	}{
		"plain permalinks": {func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.URL.Query().Get("rest_route"), "/") {
				http.NotFound(w, r)
				return
			}
			_, _ = io.WriteString(w, root)
		}, []string{"?rest_route=/", "Permalinks", "Europe/Lisbon"}, false},
		"another name and a cache": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Cache", "HIT")
			_, _ = io.WriteString(w, root)
		}, []string{"https://www.agency.test", "cache", "exclude /wp-json/"}, false},
		"text before JSON": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<b>Notice</b>: x in functions.php\n"+root)
		}, []string{"functions.php", "WP_DEBUG_DISPLAY"}, false},
		"security plugin": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, []string{"/wp-json/", "security plugin"}, true},
		"login page": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `<form action="/wp-login.php">`)
		}, []string{"login"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			cms := httptest.NewServer(test.answer)
			defer cms.Close()
			s := settingsFor(t, t.TempDir())
			s.CMS.URL = cms.URL
			var out strings.Builder
			err := checkCMS(t.Context(), &out, s)
			if (err != nil) != test.fails {
				t.Errorf("error %v, want one: %v", err, test.fails)
			}
			told := out.String()
			if err != nil {
				told += err.Error()
			}
			for _, want := range test.want {
				if !strings.Contains(told, want) {
					t.Errorf("%s\nwant %q in it", told, want)
				}
			}
		})
	}
}

func TestCheckPrintsMissingAlternativesAsOneLine(t *testing.T) {
	report := &audit.Report{Count: map[audit.Group]int{audit.GroupPictures: 1125}}
	for _, where := range []string{"a", "b", "c", "d"} {
		report.Findings = append(report.Findings, audit.Finding{Group: audit.GroupPictures, Where: where, Text: "has none"})
	}
	var out strings.Builder
	printReport(&out, report, false)
	if got := out.String(); !strings.Contains(got, "1125, such as a: has none; b: has none; c: has none;") || strings.Contains(got, "d: has none") || !strings.Contains(got, "pictures=1125") {
		t.Errorf("%s", got)
	}
	out.Reset()
	printReport(&out, report, true)
	if !strings.Contains(out.String(), "d: has none") {
		t.Errorf("--all prints %s", out.String())
	}
}
