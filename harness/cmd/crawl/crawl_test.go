package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// smallSite is a valid site of two pages and their translations.
func smallSite() map[string]string {
	page := func(lang, path, translation, title, more string) string {
		en, es := path, translation
		if lang == "es" {
			en, es = translation, path
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

// crawl returns the kinds of faults of a site.
func crawl(t *testing.T, documents map[string]string) []string {
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
	c := newCrawler(site, options{queries: 10, pictures: 10})
	if err := c.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.check()
	var kinds []string
	for kind := range c.faults {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return kinds
}

func TestValidSiteHasNoFaults(t *testing.T) {
	if found := crawl(t, smallSite()); len(found) > 0 {
		t.Errorf("faults %q on a valid site", found)
	}
}

// TestFormsAreSentWithTheirFields: the address of the search line is a page only with its query.
func TestFormsAreSentWithTheirFields(t *testing.T) {
	form, err := html.Parse(strings.NewReader(`<form><input name="q"><input name="hidden" type="hidden" value="1"><input name="x" type="checkbox" value="2">
<select name="type"><option value="">Any</option><option value="15" selected>Villa</option></select><input name="off" disabled><button name="b">Go</button></form>`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := untouched(form).Encode(), "hidden=1&q=&type=15"; got != want {
		t.Errorf("the form sends %q, want %q", got, want)
	}
}

func TestAddressesInASrcsetMayHaveCommas(t *testing.T) {
	var p page
	p.srcset("/place/36.5,-4.9,area.svg 960w, /place/36.5,-4.9,small.svg 480w,/a.jpg, /b.jpg")
	if want := []string{"/place/36.5,-4.9,area.svg", "/place/36.5,-4.9,small.svg", "/a.jpg", "/b.jpg"}; !slices.Equal(p.pictures, want) {
		t.Errorf("read %q, want %q", p.pictures, want)
	}
}

func TestEveryKindOfFaultIsFound(t *testing.T) {
	replace := func(path, old, with string) func(map[string]string) {
		return func(d map[string]string) {
			if !strings.Contains(d[path], old) {
				panic(path + " has no " + old)
			}
			d[path] = strings.Replace(d[path], old, with, 1)
		}
	}
	tests := []struct {
		name   string
		change func(map[string]string)
		want   string
	}{
		{"dead link", replace("/villas/", "<img", `<a href="/gone/">x</a><img`), "dead links"},
		{"dead picture", func(d map[string]string) { delete(d, "/villa.jpg") }, "dead links"},
		{"dead link with a query", replace("/villas/", "<img", `<a href="/gone/?a=1">x</a><img`), "dead links"},
		{"internal redirect", func(d map[string]string) {
			d["/old/"] = "moved to /villas/"
			replace("/villas/", "<img", `<a href="/old/">x</a><img`)(d)
		}, "links to a redirect"},
		{"form that leads to an error", replace("/villas/", "<img", `<form action="/gone/"><input name="q"></form><img`), "forms that lead to an error"},
		{"wrong alternate", replace("/es/casas/", `hreflang="en" href="SITE/villas/"`, `hreflang="en" href="SITE/"`), "wrong alternate links"},
		{"no x-default", replace("/villas/", `hreflang="x-default"`, `hreflang="en"`), "wrong alternate links"},
		{"two headings", replace("/villas/", "<img", "<h1>Again</h1><img"), "pages without exactly one h1"},
		{"no heading", replace("/villas/", "<h1>Villas</h1>", ""), "pages without exactly one h1"},
		{"no title", replace("/villas/", "<title>Villas</title>", ""), "pages without exactly one title"},
		{"same title", replace("/villas/", "<title>Villas", "<title>Home"), "titles of several pages"},
		{"no description", replace("/villas/", `content="about Villas"`, `content=""`), "pages without a description"},
		{"same description", replace("/villas/", "about Villas", "about Home"), "descriptions of several pages"},
		{"missing canonical page", replace("/villas/", `canonical" href="SITE/villas/"`, `canonical" href="SITE/gone/"`), "wrong canonical links"},
		{"no canonical", replace("/villas/", `rel="canonical"`, `rel="nofollow"`), "pages without a canonical link"},
		{"structured data", replace("/villas/", "<img", `<script type="application/ld+json">{"@type":</script><img`), "invalid documents"},
		{"wrong language", replace("/villas/", `lang="en"`, `lang="es"`), "pages in the wrong language"},
		{"missing anchor", replace("/villas/", "<img", `<a href="#map">x</a><img`), "links to a missing anchor"},
		{"not in the sitemap", replace("/sitemap.xml", "<url><loc>SITE/villas/</loc>", "<url><loc>SITE/</loc>"), "pages missing in the sitemap"},
		{"sitemap with a noindex page", replace("/villas/", "<img", `<meta name="robots" content="noindex"><img`), "wrong sitemap entries"},
		{"invalid sitemap", replace("/sitemap.xml", "</urlset>", ""), "invalid documents"},
		{"no sitemap in robots.txt", replace("/robots.txt", "Sitemap:", "Map:"), "invalid documents"},
		{"page without server rendering", replace("/villas/", "<h1>Villas</h1>", "<noscript><main><h1>Villas</h1></main></noscript>"), "pages without server rendering"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			documents := smallSite()
			tt.change(documents)
			if found := crawl(t, documents); !slices.Contains(found, tt.want) {
				t.Errorf("found %q, want %q among them", found, tt.want)
			}
		})
	}
}

func TestLinksWithAQueryAreLimited(t *testing.T) {
	documents := smallSite()
	for n := range 50 {
		documents["/villas/"] += fmt.Sprintf(`<a href="/villas/?n=%d">x</a>`, n)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, documents[r.URL.Path])
	}))
	defer server.Close()
	c := newCrawler(server.URL, options{queries: 7})
	if err := c.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c.queries != 7 {
		t.Errorf("%d links with a query, want 7", c.queries)
	}
}
