package app

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/audit"
	"estate/internal/site/route"
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
		"another name": {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, root) }, []string{"https://www.agency.test", "WordPress"}, false},
		"a cache": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Cache", "HIT")
			_, _ = io.WriteString(w, root)
		}, []string{"cache", "exclude /wp-json/"}, false},
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

func TestCheckHasNothingToSayOfAnOpenCMS(t *testing.T) {
	var cms *httptest.Server
	cms = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"home":"`+cms.URL+`","timezone_string":"Europe/Lisbon","namespaces":["wp/v2"]}`)
	}))
	defer cms.Close()
	s := settingsFor(t, t.TempDir())
	s.CMS.URL = cms.URL
	var out strings.Builder
	if err := checkCMS(t.Context(), &out, s); err != nil || strings.Count(out.String(), "\n") != 2 {
		t.Errorf("%v\n%s\nwant the address and the time zone only", err, out.String())
	}
}

// What the content of another agency has wrong: each is a finding of its own, with its remedy.
func TestCheckNamesDefectsOfTheContent(t *testing.T) {
	var folder string
	data := t.TempDir()
	app, _ := startSite(t, func(s *config.Settings) { in(data)(s); folder = s.OriginalsDir() })
	if err := os.WriteFile(filepath.Join(folder, "phone.jpg"), []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := settingsFor(t, data)
	s.SiteURL = publicSite
	table, err := route.NewTable(s.RouteConfig())
	if err != nil {
		t.Fatal(err)
	}
	printed := func() string {
		report, err := auditStore(t.Context(), s, app.store, table, 0)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		printReport(&out, report, false)
		return out.String()
	}
	before := printed()
	if !strings.Contains(before, "fields=0 ") || !strings.Contains(before, "formats=0 ") {
		t.Fatalf("the demo agency has findings:\n%s", before)
	}
	settings, err := app.store.Settings(t.Context(), i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	withID := *settings
	withID.LogoLight = "367"
	property := *publishedProperty(t, app.store)
	property.Unread = []string{`price: "a consultar"`}
	property.Featured = &content.Image{URL: "https://cms.example.test/a.heic"}
	property.Gallery = []content.Image{{URL: "/media/phone.jpg"}}
	write(t, app.store, func(b *store.Batch) error {
		return errors.Join(b.PutSettings(i18n.LangEN, &withID), b.Put(&property))
	})
	after := printed()
	for _, want := range []string{
		"logo_light_2 367: it is no address", `price: "a consultar"`, "write a number alone",
		"https://cms.example.test/a.heic", "/media/phone.jpg: it is HEIC", "save the picture as JPEG", "fields=1 ", "formats=3 ",
	} {
		if !strings.Contains(after, want) {
			t.Errorf("no %q in\n%s", want, after)
		}
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

func TestCheckReadsDateArchivesInTheTimeZoneOfTheCMS(t *testing.T) {
	data := t.TempDir()
	app, _ := startSite(t, in(data))
	s := settingsFor(t, data)
	s.SiteURL = publicSite
	table, err := route.NewTable(s.RouteConfig())
	if err != nil {
		t.Fatal(err)
	}
	settings, err := app.store.Settings(t.Context(), i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	inMadrid := *settings
	inMadrid.Zone = "Europe/Madrid"
	head := content.Head{ID: 990001, Type: content.TypePost, Slug: "late", Link: "/late/", Lang: i18n.LangEN, Status: content.StatusPublish}
	head.Date = time.Date(1999, 2, 28, 23, 30, 0, 0, time.UTC) // the first of March in Madrid
	page := head
	page.ID, page.Type, page.Slug, page.Link = 990002, content.TypePage, "archive", "/archive/"
	write(t, app.store, func(b *store.Batch) error {
		return errors.Join(b.PutSettings(i18n.LangEN, &inMadrid), b.Put(&content.Post{Head: head, Title: "Late"}),
			b.Put(&content.Page{Head: page, Title: "Archive", Content: `<p><a href="/1999/03/">March</a> <a href="/1999/02/">February</a></p>`}))
	})
	report, err := auditStore(t.Context(), s, app.store, table, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	printReport(&out, report, true)
	if strings.Contains(out.String(), "/1999/03/") || !strings.Contains(out.String(), "/1999/02/") {
		t.Errorf("want the link to February alone:\n%s", out.String())
	}
}

// What third parties cost in safety is told before the site starts.
func TestCheckShowsWhatThirdPartiesWiden(t *testing.T) {
	s := settingsFor(t, t.TempDir())
	var out strings.Builder
	if printPolicy(&out, s); out.Len() > 0 {
		t.Errorf("without third parties: %s", out.String())
	}
	s.Chat.Script, s.Chat.Hosts = "https://embed.chat.example/a.js", []string{"*.chat.example"}
	printPolicy(&out, s)
	for _, want := range []string{
		"allowed: script-src 'self' https://embed.chat.example https://*.chat.example", "allowed: style-src-elem 'self' 'unsafe-inline'",
		"no longer enforced: require-trusted-types-for 'script'",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, out.String())
		}
	}
}
