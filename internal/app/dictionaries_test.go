package app

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/content/i18n"
)

func TestDictionariesAreServedUnchanged(t *testing.T) {
	_, server := startSite(t, nil)
	for _, lang := range i18n.Declared {
		response, body := get(t, server, "/locales/"+string(lang)+"/common.json")
		file, err := os.ReadFile("../../locales/" + string(lang) + "/common.json")
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "application/json" || body != string(file) {
			t.Errorf("%s: status %d, type %q, %d bytes; want the %d of the file", lang, response.StatusCode, response.Header.Get("Content-Type"), len(body), len(file))
		}
	}
	_, placeholder := get(t, server, "/locales/fr/search.json")
	var words map[string]any
	if err := json.Unmarshal([]byte(placeholder), &words); err != nil || len(words) > 0 {
		t.Errorf("language without content: body %q; want an empty dictionary", placeholder)
	}
	for _, missing := range []string{"/locales/xx/common.json", "/locales/en/none.json", "/locales/en/common", "/locales/en/", "/locales/", "/locales/en/..%2fes%2fcommon.json"} {
		if response, _ := get(t, server, missing); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", missing, response.StatusCode)
		}
	}
	first, _ := get(t, server, "/locales/en/common.json")
	if again := getUnlessCurrent(t, server, "/locales/en/common.json", first); again.StatusCode != http.StatusNotModified {
		t.Errorf("status %d for ETag %q, want 304", again.StatusCode, first.Header.Get("ETag"))
	}
}

func TestTranslationsAreAddedInDevelopmentOnly(t *testing.T) {
	_, production := startSite(t, nil)
	development := startForDevelopment(t)
	tests := []struct {
		name, at, body    string
		produced, created int // status in production and in development
	}{
		{"no body", "/locales/add/en/search", "", 405, 200},
		{"with translations", "/locales/add/es/search", `{"noSuchWord":"no such word"}`, 405, 200},
		{"no JSON", "/locales/add/es/search", `{"noSuchWord"`, 405, 400},
		{"body too large", "/locales/add/es/search", `{"a":"` + strings.Repeat("x", 70_000) + `"}`, 405, 400},
		{"unknown language", "/locales/add/xx/search", "", 405, 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for server, want := range map[string]int{production.URL: tt.produced, development.URL: tt.created} {
				response, err := http.Post(server+tt.at, "application/json", strings.NewReader(tt.body))
				if err != nil {
					t.Fatal(err)
				}
				_ = response.Body.Close()
				if response.StatusCode != want {
					t.Errorf("status %d, want %d", response.StatusCode, want)
				}
			}
		})
	}
}

// startForDevelopment runs the site as `estate serve --vite` does, without a Vite server.
func startForDevelopment(t *testing.T) *httptest.Server {
	t.Helper()
	s := config.Settings{Data: t.TempDir()}
	s.FillDefaults()
	s.SiteURL = publicSite
	app, err := New(t.Context(), s, DevOptions{Vite: "http://127.0.0.1:1"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatalf("start the site: %v", err)
	}
	t.Cleanup(app.Close)
	server := httptest.NewServer(app.server.Handler())
	t.Cleanup(server.Close)
	return server
}
