package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"estate/internal/media/basemap"
	"estate/internal/site/sitemap"
)

// allParts is a server with every optional part: each row of the table is enabled.
func allParts() *Server {
	return &Server{vite: &vite{}, parts: Parts{Basemap: &basemap.Map{}, REST: http.NotFoundHandler(), Sentences: noSentences{}, CMS: &CMS{Secret: cmsSecret}}}
}

type noSentences struct{ Sentences }

func request(method, path string) *http.Request {
	return &http.Request{Method: method, URL: &url.URL{Path: path}}
}

// addresses are examples of what the server answers: the pattern of the row that does, in
// the order of the table.
var addresses = []struct{ method, path, pattern, values string }{
	{"POST", "/enquiry/", "{lang}/enquiry/{$}", "lang=en"},
	{"POST", "/es/enquiry/", "{lang}/enquiry/{$}", "lang=es"},
	{"GET", "/enquiry/", "{lang}/enquiry/{$}", "lang=en"},
	{"POST", "/_cms/changed", "/_cms/changed", ""},
	{"GET", "/_cms/status", "/_cms/status", ""},
	{"GET", "/_cms/other", "/_cms/", ""},
	{"POST", "/_cms/", "/_cms/", ""},
	{"GET", "/_dev/preamble.js", "/_dev/preamble.js", ""},
	{"GET", "/_dev/other.js", "/_dev/", ""},
	{"GET", "/@vite/client", "/@*", ""},
	{"GET", "/src/entry-client.tsx", "/src/", ""},
	{"GET", "/node_modules/react/index.js", "/node_modules/", ""},
	{"GET", "/_view", "/_view", ""},
	{"HEAD", "/_view/es/properties/", "/_view/", ""},
	{"GET", "/_map/properties/", "/_map/", ""},
	{"GET", "/_suggest/es/search/", "/_suggest/", ""},
	{"GET", "/_tiles/es/style.json", "/_tiles/{lng}/{file}", "lng=es file=style.json"},
	{"GET", "/_tiles/es/place/36.5,-4.9,area.svg", "/_tiles/{lng}/place/{at}", "lng=es"},
	{"GET", "/_tiles/0a1b2c/3/4/5.mvt", "/_tiles/{hash}/{z}/{x}/{y}", "hash=0a1b2c z=3 x=4 y=5.mvt"},
	{"GET", "/_tiles/other/1/2", "/_tiles/", ""},
	{"GET", "/wp-json", "{lang}/wp-json", "lang=en"},
	{"OPTIONS", "/es/wp-json", "{lang}/wp-json", "lang=es"},
	{"GET", "/wp-json/wp/v2/posts", "{lang}/wp-json/", "lang=en"},
	{"POST", "/es/wp-json/", "{lang}/wp-json/", "lang=es"},
	{"GET", "/assets/index-1.js", "/assets/", ""},
	{"HEAD", "/media/a-960.jpg", "/media/", ""},
	{"GET", "/wp-content/uploads/2024/06/a.pdf", "/wp-content/uploads/", ""},
	{"GET", "/favicon.svg", "/favicon.svg", ""},
	{"GET", "/favicon.png", "/favicon.png", ""},
	{"GET", "/favicon.ico", "/favicon.ico", ""},
	{"GET", "/apple-touch-icon.png", "/apple-touch-icon.png", ""},
	{"GET", "/locales/es/errors.json", "/locales/{lng}/{file}", "lng=es file=errors.json"},
	{"POST", "/locales/add/es/errors", "/locales/add/{lng}/{ns}", "lng=es ns=errors"},
	{"GET", "/locales/", "/locales/", ""},
	{"GET", "/locales/es//errors.json", "/locales/", ""},
	{"GET", "/robots.txt", "/robots.txt", ""},
	{"GET", "/sitemap.xml", "/sitemap.xml", ""},
	{"GET", "/wp-sitemap.xml", "/wp-sitemap.xml", ""},
	{"GET", "/sitemap_index.xml", "/sitemap_index.xml", ""},
	{"GET", "/sitemap/", "/sitemap/{$}", ""},
	{"GET", "/sitemap/properties-es-1.xml", "/sitemap/", ""},
	{"GET", "/sitemap/a/b", "/sitemap/", ""},
	{"GET", "/feed/", "*/feed/", ""},
	{"HEAD", "/es/category/news/feed/", "*/feed/", ""},
	{"GET", "/healthz", "/healthz", ""},
	{"GET", "/readyz", "/readyz", ""},
	{"GET", "/search/", "{lang}/search/{$}", "lang=en"},
	{"GET", "/es/search/", "{lang}/search/{$}", "lang=es"},
	{"GET", "/", "*", ""},
	{"GET", "", "*", ""},
	{"GET", "/es/properties/", "*", ""},
	{"GET", "//properties///x", "*", ""},
	{"GET", "/a/../b/", "*", ""},
	{"GET", "/enquiry", "*", ""},
	{"GET", "/fr/enquiry/", "*", ""},
	{"GET", "/enquiry/thanks/", "*", ""},
	{"GET", "/_viewer/", "*", ""},
	{"GET", "/_map", "*", ""},
	{"GET", "/wp-jsonx", "*", ""},
	{"GET", "/assets", "*", ""},
	{"GET", "/robots.txt/", "*", ""},
	{"GET", "/feed", "*", ""},
	{"GET", "/blog/@me", "*", ""},
}

func TestEveryRouteOfTheTableAnswersItsAddresses(t *testing.T) {
	table := newRouter(allParts().routes())
	answered := map[*compiledRoute]bool{}
	for _, tt := range addresses {
		r := request(tt.method, tt.path)
		row, allow := table.find(r)
		if row == nil {
			t.Errorf("%s %q is refused, allowed are %v; want the row %s", tt.method, tt.path, allow, tt.pattern)
			continue
		}
		answered[row] = true
		if row.pattern != tt.pattern {
			t.Errorf("%s %q is answered by the row %s, want %s", tt.method, tt.path, row.pattern, tt.pattern)
		}
		var values []string
		for _, name := range []string{"lang", "lng", "file", "ns", "hash", "z", "x", "y"} {
			if value := r.PathValue(name); value != "" {
				values = append(values, name+"="+value)
			}
		}
		if got := strings.Join(values, " "); got != tt.values {
			t.Errorf("%s %q has the path values %q, want %q", tt.method, tt.path, got, tt.values)
		}
	}
	for i := range table {
		if !answered[&table[i]] {
			t.Errorf("no address of this test is answered by the row %v %s", table[i].methods, table[i].pattern)
		}
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	table := newRouter(allParts().routes())
	for _, tt := range []struct{ method, path, allow string }{
		{"PUT", "/enquiry/", "POST, GET, HEAD"},
		{"GET", "/_cms/changed", "POST"},
		{"HEAD", "/_cms/status", "GET"},
		{"POST", "/_view/", "GET, HEAD"},
		{"DELETE", "/media/a.jpg", "GET, HEAD"},
		{"GET", "/locales/add/es/errors", "POST"},
		{"POST", "/robots.txt", "GET, HEAD"},
		{"POST", "/feed/", "GET, HEAD"},
		{"POST", "/properties/", "GET, HEAD"},
		{"TRACE", "*", "GET, HEAD"},
	} {
		w := httptest.NewRecorder()
		table.ServeHTTP(w, request(tt.method, tt.path))
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != tt.allow {
			t.Errorf("%s %s: status %d, Allow %q; want 405 and %q", tt.method, tt.path, w.Code, w.Header().Get("Allow"), tt.allow)
		}
	}
}

func TestAddressesOfDisabledPartsAreLinks(t *testing.T) {
	table := newRouter((&Server{}).routes())
	for path, want := range map[string]string{
		"/wp-json/wp/v2/posts": "*", "/@vite/client": "*", "/src/x.ts": "*", "/_dev/preamble.js": "*", "/_cms/status": "/_cms/",
	} {
		if row, _ := table.find(request("GET", path)); row == nil || row.pattern != want {
			t.Errorf("%s is answered by %v, want the row %s", path, row, want)
		}
	}
}

func TestPathsOfFilesAreCleanedByARedirect(t *testing.T) {
	s := &Server{}
	for i, row := range s.routes() {
		cleans := len(row.middleware) > 0 && fmt.Sprintf("%p", row.middleware[0]) == fmt.Sprintf("%p", cleanPath)
		if isLink := slices.Contains([]string{"*", "*" + feedSuffix, sitemap.Folder + "{$}", viewPrefix + "/"}, row.pattern); isLink && cleans {
			t.Errorf("row %d, %s, cleans the path: links have a normal form of their own", i, row.pattern)
		}
	}
	for path, want := range map[string]string{
		"/assets//a.js": "/assets/a.js", "/assets/../es/": "/es/", "/media/./a.jpg?x=1": "/media/a.jpg?x=1", "/locales/es//x.json": "/locales/es/x.json",
	} {
		w := httptest.NewRecorder()
		newRouter(s.routes()).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != http.StatusTemporaryRedirect || w.Header().Get("Location") != want {
			t.Errorf("%s: status %d to %q, want 307 to %s", path, w.Code, w.Header().Get("Location"), want)
		}
	}
}

func BenchmarkRouteOfALink(b *testing.B) {
	table := newRouter(allParts().routes())
	r := request("GET", "/es/properties/villa-azul/")
	for b.Loop() {
		table.find(r)
	}
}
