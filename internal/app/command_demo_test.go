package app

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// An agency that began with the demo must not sell its properties.
func TestTheDemoIsRemovedAndWhatTheAgencyMadeStays(t *testing.T) {
	s := settingsFor(t, t.TempDir())
	if err := FillDemo(t.Context(), s, 20, 1); err != nil {
		t.Fatal(err)
	}
	write := func(do func(*store.Batch) error) {
		t.Helper()
		st, err := openStoreToWrite(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Write(t.Context(), do); err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var edited content.Ref
	write(func(b *store.Batch) error {
		entity, _, err := b.Get(content.Ref{Type: content.TypeProperty, ID: 100003})
		if err != nil {
			return err
		}
		own := *entity.(*content.Property)
		own.Price.Amount, edited = 777_000, own.Ref()
		return b.Put(&own)
	})
	if err := RemoveDemo(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	st, err := openStoreToRead(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }() // read only
	for row, err := range st.Rows(t.Context()) {
		if err != nil || row.ID != edited.ID {
			t.Errorf("%s %d %s is still there, %v", row.Kind, row.ID, row.Reference, err)
		}
	}
	for _, endpoint := range []string{"posts", "users"} {
		if list, err := st.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: endpoint}); err == nil && list.Total > 0 {
			t.Errorf("%d %s are still there", list.Total, endpoint)
		}
	}
	if list, err := st.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "pages"}); err != nil || list.Total == 0 {
		t.Errorf("the pages are gone: %v", err)
	}
	if settings, err := st.Settings(t.Context(), i18n.LangEN); err != nil || len(settings.Menus) == 0 {
		t.Errorf("the menus are gone: %v", err)
	}
}

// A site whose content store was lost, or whose settings name it, must not show another agency.
func TestTheDemoIsNotPublishedByAccident(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, s *config.Settings)
		says   []string // none: the demo is published
	}{
		"new folder":              {func(*testing.T, *config.Settings) {}, nil},
		"address of this machine": {func(_ *testing.T, s *config.Settings) { s.SiteURL = "http://192.168.1.20:8080" }, nil},
		"enquiries": {func(t *testing.T, s *config.Settings) {
			if err := os.WriteFile(s.LeadsFile(), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"leads.db", "estate restore", "estate import", "--data"}},
		"pictures": {func(t *testing.T, s *config.Settings) {
			if err := os.MkdirAll(filepath.Join(s.OriginalsDir(), "2024"), 0o700); err != nil {
				t.Fatal(err)
			}
		}, []string{"media"}},
		"name of a site": {
			func(_ *testing.T, s *config.Settings) { s.SiteURL = "https://www.example.com" },
			[]string{"www.example.com", "estate import", "--empty", "estate demo"},
		},
		"database": {func(_ *testing.T, s *config.Settings) { s.DB = "postgres://db.example.com/estate" }, []string{"a database", "--empty"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := settingsFor(t, t.TempDir())
			c.change(t, &s)
			err := checkNewSite(s)
			if (err == nil) != (c.says == nil) {
				t.Fatalf("error %v", err)
			}
			for _, part := range c.says {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error does not say %s: %v", part, err)
				}
			}
		})
	}
}

// Generated properties must not come among those of an agency.
func TestTheDemoIsNotMixedWithAnAgency(t *testing.T) {
	s := settingsFor(t, t.TempDir())
	st, err := openStoreToWrite(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	write(t, st, func(b *store.Batch) error {
		return b.PutSettings(i18n.LangEN, &content.Settings{SiteTitle: "Casas del Sur"})
	})
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if err := FillDemo(t.Context(), s, 5, 1); err == nil || !strings.Contains(err.Error(), "not the demo's") {
		t.Errorf("error %v", err)
	}
}

// An agency without content has a page that says who is coming, with what it sets beside the running site.
func TestAnEmptySiteSaysWhoIsComing(t *testing.T) {
	var s config.Settings
	_, server := startSite(t, func(settings *config.Settings) {
		settings.Empty, settings.SiteURL = true, "https://www.casas-del-sur.example.com"
		s = *settings
	})
	shows := func(link, text string) bool {
		response, body := get(t, server, link)
		return response.StatusCode == http.StatusOK && strings.Contains(body, text)
	}
	for link, text := range map[string]string{"/": "Our new website opens here soon", "/es/": "Muy pronto, nuestra nueva web"} {
		if !shows(link, text) || !shows(link, ">casas-del-sur.example.com</h1>") {
			t.Errorf("%s does not say who is coming", link)
		}
	}
	if shows("/", "Zero Real Estate") || shows("/_view/properties/", `"ZR`) {
		t.Error("the site shows the demo")
	}
	file := filepath.Join(t.TempDir(), "agency.jsonl")
	lines := `{"kind":"settings","lang":"en","data":{"site_title":"Casas del Sur","phone_1":"+34 952 123 456"}}` + "\n"
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Import(t.Context(), s, file, ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the page has the agency's settings", func() bool {
		return shows("/", ">Casas del Sur</h1>") && shows("/", "+34 952 123 456") && shows("/", "Until then, let us talk")
	})
}
