package app

import (
	"bytes"
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// publicSite is the URL of the site in the tests.
const publicSite = "http://www.example.test"

// TestMain fixes the key of public positions, which each new store would draw.
func TestMain(m *testing.M) {
	content.SetPositionKey([]byte("the positions of the tests"))
	os.Exit(m.Run())
}

// startSite runs the site with the demo agency in a temporary data folder.
func startSite(t *testing.T, change func(*config.Settings)) (*App, *httptest.Server) {
	t.Helper()
	s := config.Settings{Data: t.TempDir()}
	s.FillDefaults()
	s.SiteURL = publicSite
	if change != nil {
		change(&s)
	}
	app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatalf("start the site: %v", err)
	}
	t.Cleanup(app.Close)
	server := httptest.NewServer(app.server.Handler())
	t.Cleanup(server.Close)
	return app, server
}

// settingsFor are the default settings with a data folder.
func settingsFor(t *testing.T, data string) config.Settings {
	t.Helper()
	s, err := config.Flags{Data: data}.Load(config.Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// in sets the data folder.
func in(folder string) func(*config.Settings) { return func(s *config.Settings) { s.Data = folder } }

// get requests a raw request target, without normalization by the client.
func get(t *testing.T, server *httptest.Server, target string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	path, query, _ := strings.Cut(target, "?")
	request.URL.Opaque = "//" + request.URL.Host + path
	request.URL.RawQuery = query
	response, err := server.Client().Transport.RoundTrip(request)
	if err != nil {
		t.Fatalf("GET %s: %v", clipped(target), err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("GET %s: read body: %v", clipped(target), err)
	}
	return response, string(body)
}

// getUnlessCurrent sends a conditional request with the ETag of an earlier response.
func getUnlessCurrent(t *testing.T, server *httptest.Server, path string, first *http.Response) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("If-None-Match", first.Header.Get("ETag"))
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response
}

// clipped is the start of a text for messages.
func clipped(s string) string { return s[:min(len(s), 80)] }

// texts are the texts of all elements with a tag name, in document order.
func texts(t *testing.T, document, name string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatalf("the page is not HTML: %v", err)
	}
	var found []string
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && node.Data == name {
			var b strings.Builder
			for below := range node.Descendants() {
				if below.Type == html.TextNode {
					b.WriteString(below.Data)
				}
			}
			found = append(found, strings.TrimSpace(b.String()))
		}
	}
	return found
}

// publishedProperty is a property of the demo agency for sale with a public price and a size.
func publishedProperty(t *testing.T, st *store.Store) *content.Property {
	t.Helper()
	for row, err := range st.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Kind != "properties" || row.Price == 0 || row.Sold {
			continue
		}
		entity, err := st.ByID(t.Context(), i18n.LangEN, "properties", row.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if property := entity.(*content.Property); property.BuiltSize > 0 && property.Price.Mode == content.PriceSale {
			return property
		}
	}
	t.Fatal("the demo agency has no such property")
	return nil
}

// decode decodes XML.
func decode(t *testing.T, body string, into any) {
	t.Helper()
	if err := xml.Unmarshal([]byte(body), into); err != nil {
		t.Fatalf("not XML: %v\n%s", err, clipped(body))
	}
}

// write writes a batch to the store.
func write(t *testing.T, st *store.Store, change func(*store.Batch) error) {
	t.Helper()
	if err := st.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// eventually waits for a condition that other goroutines bring about.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timeout: %s", what)
		}
	}
}

// logBuffer collects the log.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
