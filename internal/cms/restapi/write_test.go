package restapi_test

import (
	"net/http"
	"strings"
	"testing"

	"estate/internal/cms/restapi"
)

func TestHeadersAreWordPresss(t *testing.T) {
	a := newAPI(t, nil)
	for path, allow := range map[string]string{
		v2 + "posts":            "GET",
		v2 + "posts/101":        "GET",
		v2 + "posts?page=99":    "GET",
		v2 + "posts/99999":      "",
		v2 + "posts/190":        "",
		"/wp-json/":             "GET",
		"/wp-json/nothing/here": "",
	} {
		got := a.ask(t, path)
		for name, want := range map[string]string{
			"Content-Type":                  "application/json; charset=UTF-8",
			"X-Robots-Tag":                  "noindex",
			"X-Content-Type-Options":        "nosniff",
			"Access-Control-Expose-Headers": "X-WP-Total, X-WP-TotalPages, Link",
			"Access-Control-Allow-Headers":  "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type",
			"Vary":                          "",
			"Allow":                         allow,
			"Access-Control-Allow-Origin":   "*",
		} {
			if got.header.Get(name) != want {
				t.Errorf("%s: %s = %q, want %q", path, name, got.header.Get(name), want)
			}
		}
		if got.header.Get("Link") == "" {
			t.Errorf("%s: no Link to the API", path)
		}
	}
}

func TestPageTooHighTellsTheTotals(t *testing.T) {
	wantTotals(t, newAPI(t, nil).ask(t, v2+"properties?s_offer=3&page=99&per_page=24"), 34, 2)
}

func TestUnchangedContentIsNotSentAgain(t *testing.T) {
	a := newAPI(t, nil)
	first := a.ask(t, v2+"posts?per_page=2")
	tag := first.header.Get("ETag")
	if tag == "" {
		t.Fatal("no ETag")
	}
	for _, known := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
		again := a.ask(t, v2+"posts?per_page=2", "If-None-Match", known)
		if again.status != http.StatusNotModified || again.text != "" || again.header.Get("ETag") != tag {
			t.Errorf("If-None-Match %s: %d, %d bytes, ETag %s", known, again.status, len(again.text), again.header.Get("ETag"))
		}
	}
	for path, known := range map[string]string{
		v2 + "posts?per_page=2":         `"other"`,
		v2 + "posts?per_page=2&page=2":  tag,
		"/es" + v2 + "posts?per_page=2": tag,
	} {
		if got := a.ask(t, path, "If-None-Match", known); got.status != http.StatusOK {
			t.Errorf("%s with another tag: %d", path, got.status)
		}
	}
	if failed := a.ask(t, v2+"posts/99999", "If-None-Match", "*"); failed.status != http.StatusNotFound || failed.header.Get("ETag") != "" {
		t.Errorf("an error: %d, ETag %q", failed.status, failed.header.Get("ETag"))
	}
	// The same empty body, but another list behind it.
	one, other := a.ask(t, v2+"categories?page=9"), a.ask(t, v2+"tags?page=9")
	if one.header.Get("ETag") == other.header.Get("ETag") {
		t.Error("two lists of different sizes have one ETag")
	}
}

func TestMethods(t *testing.T) {
	a := newAPI(t, nil)
	get, head := a.ask(t, v2+"posts"), a.send(t, http.MethodHead, v2+"posts")
	if head.status != http.StatusOK || head.text != "" {
		t.Errorf("HEAD: %d with %d bytes", head.status, len(head.text))
	}
	for _, name := range []string{"X-WP-Total", "Content-Length", "ETag", "Link"} {
		if head.header.Get(name) != get.header.Get(name) {
			t.Errorf("HEAD: %s = %q, GET has %q", name, head.header.Get(name), get.header.Get(name))
		}
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if got := a.send(t, method, v2+"posts"); got.status != http.StatusNotFound || got.at("code") != "rest_no_route" {
			t.Errorf("%s: %d %v", method, got.status, got.at("code"))
		}
	}
	options := a.send(t, http.MethodOptions, v2+"posts", "Origin", "https://other.example.test")
	if options.status != http.StatusOK || options.header.Get("Allow") != "GET" ||
		options.header.Get("Access-Control-Allow-Origin") != "*" || options.at("endpoints", 0, "args", "page") == nil {
		t.Errorf("OPTIONS: %d %v %.200s", options.status, options.header, options.text)
	}
}

// TestOriginsMayRead: a response is the same for every site, so that caches keep one.
func TestOriginsMayRead(t *testing.T) {
	a := newAPI(t, nil)
	for _, origin := range []string{"", "https://other.example.test", "null", "javascript:alert(1)", "https://" + strings.Repeat("a", 500)} {
		got := a.ask(t, v2+"posts", "Origin", origin)
		if got.header.Get("Access-Control-Allow-Origin") != "*" || strings.Contains(got.header.Get("Vary"), "Origin") {
			t.Errorf("%.40s: %q, Vary %q; want * for everybody", origin, got.header.Get("Access-Control-Allow-Origin"), got.header.Get("Vary"))
		}
		if got.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%.40s: a browser's own credentials are let through", origin)
		}
	}
}

func TestPaths(t *testing.T) {
	a := newAPI(t, nil)
	for path, want := range map[string]int{
		"/wp-json": 200, "/wp-json/": 200, "/es/wp-json/": 200, "/wp-json/wp/v2": 200, "/wp-json/wp/v2/posts/": 200,
		"/wp-json/WP/v2/Posts": 200, "/wp-json/wp/v2/posts//101": 404, "/wp-json/wp/v2/posts/101/": 200,
		"/wp-jsonp/": 404, "/": 404, "/ru/wp-json/": 404, "/wp-json/wp/v2/posts/%2e%2e/pages": 404, "/wp-json/wp/v2/posts/101/revisions/1": 404,
		v2 + "posts?search=" + strings.Repeat("a", 17<<10): 414,
	} {
		if got := a.ask(t, path); got.status != want {
			t.Errorf("%.60s: %d, want %d", path, got.status, want)
		}
	}
	folder := newAPI(t, func(c *restapi.Config) { c.SiteURL = "https://www.example.test/homes/" })
	post := folder.ask(t, "/homes/es/wp-json/wp/v2/posts/501")
	if post.at("link") != "https://www.example.test/homes/es/nota-de-mercado-1/" {
		t.Errorf("site in a folder: %d %v", post.status, post.at("link"))
	}
	if self := post.at("_links", "self", 0, "href"); self != "https://www.example.test/homes/es/wp-json/wp/v2/posts/501" {
		t.Errorf("site in a folder: self = %v", self)
	}
}

func TestConfigurationIsChecked(t *testing.T) {
	for _, cfg := range []restapi.Config{{}, {SiteURL: "example.test"}, {SiteURL: "ftp://example.test"}, {SiteURL: site, Taxonomies: map[string]string{"a/b": "c"}}} {
		if _, err := restapi.New(cfg, nil); err == nil {
			t.Errorf("%+v is accepted", cfg)
		}
	}
}
