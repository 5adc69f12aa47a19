package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// small is a site of two pages and their twins, all in order.
func small() map[string]string {
	page := func(lang, path, twin, title, more string) string {
		en, es := path, twin
		if lang == "es" {
			en, es = twin, path
		}
		return fmt.Sprintf(`<!doctype html><html lang="%s"><head><title>%s</title><meta name="description" content="about %s">
<link rel="canonical" href="SITE%s"><link rel="alternate" hreflang="en" href="SITE%s"><link rel="alternate" hreflang="es" href="SITE%s">
<link rel="alternate" hreflang="x-default" href="SITE%s"></head><body><h1>%s</h1>%s</body></html>`, lang, title, title, path, en, es, en, title, more)
	}
	entry := func(path, en, es string) string {
		return fmt.Sprintf(`<url><loc>SITE%s</loc><xhtml:link rel="alternate" hreflang="en" href="SITE%s"/><xhtml:link rel="alternate" hreflang="es" href="SITE%s"/><xhtml:link rel="alternate" hreflang="x-default" href="SITE%s"/></url>`, path, en, es, en)
	}
	return map[string]string{
		"/":           page("en", "/", "/es/", "Home", `<a href="/villas/">Villas</a>`),
		"/es/":        page("es", "/es/", "/", "Inicio", `<a href="/es/casas/">Casas</a>`),
		"/villas/":    page("en", "/villas/", "/es/casas/", "Villas", `<img src="/villa.jpg" alt="">`),
		"/es/casas/":  page("es", "/es/casas/", "/villas/", "Casas", ``),
		"/villa.jpg":  "a picture",
		"/robots.txt": "User-agent: *\nSitemap: SITE/sitemap.xml\n",
		"/sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` +
			entry("/", "/", "/es/") + entry("/es/", "/", "/es/") + entry("/villas/", "/villas/", "/es/casas/") + entry("/es/casas/", "/villas/", "/es/casas/") + `</urlset>`,
	}
}

// crawled are the kinds of faults that a crawl of these documents finds.
func crawled(t *testing.T, documents map[string]string) []string {
	t.Helper()
	var site string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, found := documents[r.URL.Path]
		to, moved := strings.CutPrefix(body, "moved to ")
		switch {
		case !found:
			http.NotFound(w, r)
			return
		case moved:
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusMovedPermanently)
			return
		case strings.HasSuffix(r.URL.Path, ".xml"):
			w.Header().Set("Content-Type", "application/xml")
		case strings.HasSuffix(r.URL.Path, ".jpg"):
			w.Header().Set("Content-Type", "image/jpeg")
		case strings.HasSuffix(r.URL.Path, ".txt"):
			w.Header().Set("Content-Type", "text/plain")
		default:
			w.Header().Set("Content-Type", "text/html")
		}
		_, _ = fmt.Fprint(w, strings.ReplaceAll(body, "SITE", site))
	}))
	defer server.Close()
	site = server.URL
	w := newWalk(site, options{queries: 10, pictures: 10})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.check()
	var kinds []string
	for kind := range w.faults {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return kinds
}

func TestSiteInOrderHasNoFaults(t *testing.T) {
	if found := crawled(t, small()); len(found) > 0 {
		t.Errorf("found %q on a site in order", found)
	}
}

func TestEveryKindOfFaultIsFound(t *testing.T) {
	change := func(path, old, with string) func(map[string]string) {
		return func(d map[string]string) {
			if !strings.Contains(d[path], old) {
				panic(path + " has no " + old)
			}
			d[path] = strings.Replace(d[path], old, with, 1)
		}
	}
	tests := []struct {
		name  string
		spoil func(map[string]string)
		want  string
	}{
		{"dead link", change("/villas/", "<img", `<a href="/gone/">x</a><img`), "links that lead to nothing"},
		{"dead picture", func(d map[string]string) { delete(d, "/villa.jpg") }, "links that lead to nothing"},
		{"dead link with a query", change("/villas/", "<img", `<a href="/gone/?a=1">x</a><img`), "links that lead to nothing"},
		{"redirect inside", func(d map[string]string) {
			d["/old/"] = "moved to /villas/"
			change("/villas/", "<img", `<a href="/old/">x</a><img`)(d)
		}, "links that are redirected"},
		{"twin that leads elsewhere", change("/es/casas/", `hreflang="en" href="SITE/villas/"`, `hreflang="en" href="SITE/"`), "languages that do not lead back"},
		{"no x-default", change("/villas/", `hreflang="x-default"`, `hreflang="en"`), "languages that do not lead back"},
		{"two headings", change("/villas/", "<img", "<h1>Again</h1><img"), "pages without exactly one h1"},
		{"no heading", change("/villas/", "<h1>Villas</h1>", ""), "pages without exactly one h1"},
		{"no title", change("/villas/", "<title>Villas</title>", ""), "pages without exactly one title"},
		{"same title", change("/villas/", "<title>Villas", "<title>Home"), "titles that stand on several pages"},
		{"no description", change("/villas/", `content="about Villas"`, `content=""`), "pages without a description"},
		{"same description", change("/villas/", "about Villas", "about Home"), "descriptions that stand on several pages"},
		{"canonical that is not there", change("/villas/", `canonical" href="SITE/villas/"`, `canonical" href="SITE/gone/"`), "canonical links that lead astray"},
		{"no canonical", change("/villas/", `rel="canonical"`, `rel="nofollow"`), "pages without a canonical link"},
		{"structured data", change("/villas/", "<img", `<script type="application/ld+json">{"@type":</script><img`), "documents that are not in order"},
		{"wrong language", change("/villas/", `lang="en"`, `lang="es"`), "pages in the wrong language"},
		{"place that is not there", change("/villas/", "<img", `<a href="#map">x</a><img`), "links to a place that is not on the page"},
		{"not in the sitemap", change("/sitemap.xml", "<url><loc>SITE/villas/</loc>", "<url><loc>SITE/</loc>"), "pages that are missing from the sitemap"},
		{"sitemap names a hidden page", change("/villas/", "<img", `<meta name="robots" content="noindex"><img`), "sitemap entries that are wrong"},
		{"broken sitemap", change("/sitemap.xml", "</urlset>", ""), "documents that are not in order"},
		{"no sitemap named", change("/robots.txt", "Sitemap:", "Map:"), "documents that are not in order"},
		{"undrawn page", change("/villas/", "<h1>Villas</h1>", "<noscript><main><h1>Villas</h1></main></noscript>"), "pages that nobody drew"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			documents := small()
			tt.spoil(documents)
			if found := crawled(t, documents); !slices.Contains(found, tt.want) {
				t.Errorf("found %q, want %q among them", found, tt.want)
			}
		})
	}
}

func TestLinksWithAQueryEnd(t *testing.T) {
	documents := small()
	for n := range 50 {
		documents["/villas/"] += fmt.Sprintf(`<a href="/villas/?n=%d">x</a>`, n)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, documents[r.URL.Path])
	}))
	defer server.Close()
	w := newWalk(server.URL, options{queries: 7})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.queries != 7 {
		t.Errorf("%d links with a query were followed, want 7", w.queries)
	}
}
