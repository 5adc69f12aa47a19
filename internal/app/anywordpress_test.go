package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/cms/replica"
	"estate/internal/site/view"
	"estate/internal/tests/wordpresstest"
)

// The two ways of reading a WordPress.
var cmsModes = []string{config.ModeLive, config.ModeReplica}

// startBefore runs a site in front of a WordPress without the plugin.
func startBefore(t *testing.T, cms *wordpresstest.Fake, mode string, change func(*config.Settings)) (*App, *httptest.Server) {
	t.Helper()
	return startBeforeAddress(t, cms.URL, mode, change)
}

// startBeforeAddress runs a site in front of the CMS at an address. A replica is complete when it returns.
func startBeforeAddress(t *testing.T, cms, mode string, change func(*config.Settings)) (*App, *httptest.Server) {
	t.Helper()
	app, server := startSite(t, func(s *config.Settings) {
		s.CMS.URL, s.CMS.Mode = cms, mode
		if change != nil {
			change(s)
		}
	})
	if app.replica != nil {
		if err := app.replica.Copy(t.Context(), func(replica.Status) {}); err != nil {
			t.Fatal(err)
		}
	}
	return app, server
}

// statuses compares the status of links.
func statuses(t *testing.T, server *httptest.Server, want map[string]int) {
	t.Helper()
	for link, status := range want {
		if response, _ := get(t, server, link); response.StatusCode != status {
			t.Errorf("%s: status %d to %q, want %d", link, response.StatusCode, response.Header.Get("Location"), status)
		}
	}
}

func TestAWordPressWithoutSpanishHasNoSpanishLinks(t *testing.T) {
	for _, mode := range cmsModes {
		t.Run(mode, func(t *testing.T) {
			cms := wordpresstest.NewFake(t, map[string]string{"posts": `[]`, "categories": `[]`, "tags": `[]`, "users": `[]`, "media": `[]`})
			cms.Lists["pages"] = wordpresstest.Posts("page", 3)
			_, server := startBefore(t, cms, mode, func(s *config.Settings) { s.CMS.Fresh = config.Duration(time.Millisecond) })
			for _, link := range []string{"/page-1/", "/es/", "/es/properties/", "/page-2/", "/es/blog/", "/es/page-1/", "/page-3/"} {
				want := http.StatusOK
				if strings.HasPrefix(link, "/es/") {
					want = http.StatusNotFound
				}
				response, body := get(t, server, link)
				if response.StatusCode != want {
					t.Errorf("%s: status %d, want %d", link, response.StatusCode, want)
				}
				for _, spanish := range []string{`href="/es/`, `hreflang="es"`} {
					if strings.Contains(body, spanish) {
						t.Errorf("%s has %s", link, spanish)
					}
				}
			}
			if _, body := get(t, server, "/sitemap.xml"); strings.Contains(body, "-es-") {
				t.Errorf("the sitemap has Spanish files: %s", body)
			}
		})
	}
}

// anyCMS is a WordPress without the plugin that has each kind of entity.
func anyCMS(t *testing.T) *wordpresstest.Fake {
	t.Helper()
	const post = `"type":"post","status":"publish","date":"2026-03-01T10:00:00","modified_gmt":"2026-03-01T10:00:00"`
	return wordpresstest.NewFake(t, map[string]string{
		"posts": `[{"id":140,` + post + `,"slug":"cat-link","link":"https://cms.example.test/news/market/cat-link/","title":{"rendered":"In the market"},"categories":[2]},
			{"id":133,` + post + `,"slug":"133","link":"https://cms.example.test/133/","title":{"rendered":""},"content":{"rendered":"<p>A post without a title</p>"}}]`,
		"pages": `[{"id":206,"type":"page","status":"publish","slug":"gracias","link":"https://cms.example.test/gracias/","title":{"rendered":"Gracias"},"content":{"rendered":"<p>x</p>"},
			"modified_gmt":"2026-03-01T10:00:00","yoast_head_json":{"title":"Editor's title","description":"Editor's description","robots":{"index":"noindex","follow":"follow"},
			"canonical":"https://cms.example.test/gracias/"}},
			{"id":207,"type":"page","status":"publish","slug":"plain","link":"https://cms.example.test/plain/","title":{"rendered":"Plain"},"content":{"rendered":"<p>x</p>"},"modified_gmt":"2026-03-01T10:00:00",
			"yoast_head_json":{"title":"Plain | Agency","robots":{"index":"index"},"canonical":"https://cms.example.test/plain/"}}]`,
		"categories": `[{"id":2,"slug":"market","name":"Market &amp; News","taxonomy":"category","link":"https://cms.example.test/market/","count":1}]`,
		"tags":       `[]`, "users": `[]`,
		"media": `[{"id":901,"type":"attachment","media_type":"image","status":"inherit","slug":"sea","link":"https://cms.example.test/sea/","title":{"rendered":"Sea"},"modified_gmt":"2026-03-01T10:00:00",
			"source_url":"https://cms.example.test/wp-content/uploads/sea.jpg","media_details":{"width":1600,"height":900}}]`,
	})
}

func TestAddressesOfAnyWordPress(t *testing.T) {
	for _, mode := range cmsModes {
		t.Run(mode, func(t *testing.T) {
			cms := anyCMS(t)
			cms.Home = true
			_, server := startBefore(t, cms, mode, nil)
			statuses(t, server, map[string]int{
				"/market/": http.StatusOK, "/news/market/cat-link/": http.StatusOK, "/133/": http.StatusOK, "/134/": http.StatusNotFound,
				"/no-such-page/": http.StatusNotFound, "/es/nada/": http.StatusNotFound, "/gracias/": http.StatusOK,
				"/wp-sitemap.xml": http.StatusMovedPermanently, "/sitemap_index.xml": http.StatusMovedPermanently,
			})
			if response, _ := get(t, server, "/?attachment_id=901"); !strings.HasPrefix(response.Header.Get("Location"), "/sea/") {
				t.Errorf("the picture: %d to %q, want /sea/", response.StatusCode, response.Header.Get("Location"))
			}
			if _, body := get(t, server, "/market/"); !strings.Contains(body, "In the market") {
				t.Error("/market/ lists no post of its category")
			}
		})
	}
}

func TestWordsOfTheEditorsSEOPlugin(t *testing.T) {
	for _, mode := range cmsModes {
		t.Run(mode, func(t *testing.T) {
			_, server := startBefore(t, anyCMS(t), mode, nil)
			head := fetchHead(t, server, "/gracias/")
			if !strings.HasPrefix(head.Robots, "noindex") || head.Title != "Editor's title" || head.Description != "Editor's description" {
				t.Errorf("/gracias/: %+v", head)
			}
			if head := fetchHead(t, server, "/plain/"); strings.HasPrefix(head.Robots, "noindex") || head.Title == "Plain | Agency" {
				t.Errorf("/plain/: %+v; a template of the plugin is no word of an editor", head)
			}
			_, body := get(t, server, "/sitemap/pages-en-1.xml")
			if strings.Contains(body, "/gracias/") || !strings.Contains(body, "/plain/") {
				t.Errorf("sitemap: %s", body)
			}
		})
	}
}

// fetchHead returns the head of a View.
func fetchHead(t *testing.T, server *httptest.Server, link string) view.Head {
	t.Helper()
	_, body := get(t, server, "/_view"+link)
	var answer struct{ View struct{ Head view.Head } }
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%s: %v", link, err)
	}
	return answer.View.Head
}

func TestSiteWithoutAPartOfTheAPI(t *testing.T) {
	for _, mode := range cmsModes {
		for _, status := range []int{http.StatusUnauthorized, http.StatusNotFound} {
			cms := anyCMS(t)
			cms.Closed = map[string]int{"posts": status, "users": status, "types": status, "categories": status}
			_, server := startBefore(t, cms, mode, func(s *config.Settings) { s.CMS.Fresh = config.Duration(time.Millisecond) })
			for range 4 {
				statuses(t, server, map[string]int{"/plain/": http.StatusOK, "/gracias/": http.StatusOK, "/nothing/": http.StatusNotFound, "/properties/": http.StatusOK})
			}
		}
	}
}

func TestHomesOfAThemeAreShown(t *testing.T) {
	const home = `"type":"property","status":"publish","date":"2026-03-01T10:00:00","modified_gmt":"2026-03-01T10:00:00","content":{"rendered":"<p>Sea view villa.</p>"}`
	for _, mode := range cmsModes {
		t.Run(mode, func(t *testing.T) {
			cms := anyCMS(t)
			cms.Types = map[string]any{"property": map[string]any{"slug": "property", "rest_base": "property"}}
			cms.Lists["property"] = wordpresstest.NewFake(t, map[string]string{"property": `[
				{"id":501,` + home + `,"slug":"villa-1","link":"https://cms.example.test/property/villa-1/","title":{"rendered":"Villa 1"},"property_meta":{
				"fave_property_price":["1450000"],"fave_property_bedrooms":["4"],"fave_property_id":["HZ-1"],"fave_property_images":["901"]}},
				{"id":502,` + home + `,"slug":"villa-2","link":"https://cms.example.test/property/villa-2/","title":{"rendered":"Villa 2"},"property_meta":{"their_price":"990000"}}]`}).Lists["property"]
			_, server := startBefore(t, cms, mode, nil)
			for link, want := range map[string]string{"/property/villa-1/": "1.450.000 €", "/properties/": "1.450.000 €", "/property/villa-2/": "Villa 2"} {
				response, body := get(t, server, link)
				if response.StatusCode != http.StatusOK || !strings.Contains(body, want) || strings.Contains(body, "Price On Ask") {
					t.Errorf("%s: status %d, %s %v, on ask %v", link, response.StatusCode, want, strings.Contains(body, want), strings.Contains(body, "Price On Ask"))
				}
			}
		})
	}
}

func TestLanguagesOfOneListStayApart(t *testing.T) {
	const post = `"type":"post","status":"publish","date":"2026-03-01T10:00:00","modified_gmt":"2026-03-01T10:00:00","content":{"rendered":"<p>Texto</p>"}`
	for _, mode := range cmsModes {
		t.Run(mode, func(t *testing.T) {
			cms := wordpresstest.NewFake(t, map[string]string{
				"posts": `[{"id":11,` + post + `,"slug":"hello","link":"https://cms.example.test/hello/","title":{"rendered":"Hello"}},
					{"id":12,` + post + `,"slug":"hola","link":"https://cms.example.test/es/hola/","title":{"rendered":"Hola amigos"}}]`,
				"pages": `[{"id":203,"type":"page","status":"publish","slug":"inicio","link":"https://cms.example.test/es/","title":{"rendered":"Inicio"},"modified_gmt":"2026-03-01T10:00:00","content":{"rendered":"<p>x</p>"}}]`,
				"media": `[]`, "users": `[]`, "categories": `[]`, "tags": `[]`,
			})
			_, server := startBefore(t, cms, mode, nil)
			statuses(t, server, map[string]int{"/hello/": http.StatusOK, "/es/hola/": http.StatusOK, "/es/": http.StatusOK, "/hola/": http.StatusNotFound})
			if _, body := get(t, server, "/blog/"); strings.Contains(body, "Hola amigos") || !strings.Contains(body, "Hello") {
				t.Error("the English blog has the Spanish post, or lacks the English one")
			}
			if _, body := get(t, server, "/es/blog/"); !strings.Contains(body, "Hola amigos") {
				t.Error("the Spanish blog lacks its post")
			}
			if _, body := get(t, server, "/sitemap/posts-en-1.xml"); strings.Contains(body, "hola") {
				t.Errorf("the English sitemap: %s", body)
			}
		})
	}
}

func TestStickyPostsAreFirst(t *testing.T) {
	for _, mode := range cmsModes {
		t.Run(mode, func(t *testing.T) {
			cms := anyCMS(t)
			cms.Lists["posts"] = wordpresstest.Posts("post", 12)
			for i, post := range cms.Lists["posts"] { // the newest first, as WordPress sends them
				post["date_gmt"] = fmt.Sprintf("2026-03-%02dT10:00:00", 28-i)
			}
			cms.Lists["posts"][11]["sticky"] = true
			_, server := startBefore(t, cms, mode, nil)
			_, body := get(t, server, "/blog/")
			if sticky, newest := strings.Index(body, `href="/post-12/"`), strings.Index(body, `href="/post-1/"`); sticky < 0 || newest < sticky {
				t.Errorf("the sticky post is at %d, the newest at %d", sticky, newest)
			}
			if strings.Count(body, `href="/post-12/"`) != strings.Count(body, `href="/post-1/"`) {
				t.Error("the sticky post is listed twice")
			}
			if _, body := get(t, server, "/blog/page/2/"); strings.Contains(body, `href="/post-1/"`) || !strings.Contains(body, `href="/post-11/"`) {
				t.Error("the second page has other posts than its own")
			}
		})
	}
}

// WordPress publishes posts without a title.
func TestAPostWithoutATitleHasItsFirstWords(t *testing.T) {
	for _, mode := range cmsModes {
		t.Run(mode, func(t *testing.T) {
			_, server := startBefore(t, anyCMS(t), mode, nil)
			if _, body := get(t, server, "/blog/"); !strings.Contains(body, `href="/133/"`) || !strings.Contains(body, "A post without a title") {
				t.Error("the blog does not list it")
			}
			if head := fetchHead(t, server, "/133/"); !strings.HasPrefix(head.Title, "A post without a title") {
				t.Errorf("the page has the title %q", head.Title)
			}
		})
	}
}
