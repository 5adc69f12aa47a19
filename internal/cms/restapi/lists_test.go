package restapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestLists(t *testing.T) {
	a := newAPI(t, nil)
	for _, tt := range []struct {
		name, path string
		want       []int
		total      int
	}{
		{"one slug", "posts?slug=market-note-1", []int{101}, 1},
		{"several slugs", "posts?slug=market-note-2,market-note-1", []int{102, 101}, 2},
		{"slugs as a list", "posts?slug[]=market-note-1&slug[]=market-note-3&orderby=date&order=asc", []int{101, 103}, 2},
		{"slug under two parents", "pages?slug=marbella", []int{611, 612}, 2},
		{"slug beyond ASCII", "pages?slug=espa%C3%B1a", nil, 0},
		{"slug with a malformed escape", "posts?slug=market-note-%", nil, 0},
		{"include by date", "posts?include=101,126,113", []int{126, 113, 101}, 3},
		{"include in its order", "posts?include=126,101,113&orderby=include", []int{126, 101, 113}, 3},
		{"include and exclude", "posts?include=101,126&exclude=101", []int{126}, 1},
		{"drafts are left out", "posts?include=190,191,192,101", []int{101}, 1},
		{"author", "posts?author=2&per_page=2", []int{128, 126}, 14},
		{"two authors", "posts?author=1,2&per_page=1", []int{128}, 28},
		{"not by an author", "posts?author_exclude=2&per_page=2", []int{127, 125}, 14},
		{"category", "posts?categories=22&per_page=1", []int{128}, 14},
		{"either category", "posts?categories=21,22&per_page=1", []int{128}, 28},
		{"category and tag", "posts?categories=21&tags=41&per_page=5", []int{115, 101}, 2},
		{"without a tag", "posts?tags_exclude=41&per_page=1", []int{128}, 24},
		{"search", "posts?search=cafes", []int{126}, 1},
		{"search in words of the text", "posts?search=churros", []int{126}, 1},
		{"offset", "posts?offset=26", []int{102, 101}, 28},
		{"offset and page", "posts?offset=1&per_page=2", []int{127, 126}, 28},
		{"oldest first", "posts?order=asc&per_page=2", []int{101, 102}, 28},
		{"by title", "posts?orderby=title&order=asc&per_page=1", []int{126}, 28},
		{"sticky", "posts?sticky=true", nil, 0},
		{"children of a page", "pages?parent=610", []int{611}, 1},
		{"top level pages", "pages?parent=0&slug=home", []int{601}, 1},
		{"media of a kind", "media?media_type=image", []int{900}, 1},
		{"media of another kind", "media?media_type=video", nil, 0},
		{"media of an exact type", "media?mime_type=image/jpeg", []int{900}, 1},
		{"categories in the editor's order", "categories", []int{21, 22}, 2},
		{"categories by name", "categories?orderby=name", []int{22, 21}, 2},
		{"categories by id, turned round", "categories?orderby=id&order=desc", []int{22, 21}, 2},
		{"categories of a post", "categories?post=102", []int{22}, 1},
		{"categories by slug", "categories?slug=living", []int{22}, 1},
		{"categories found", "categories?search=LEIS", []int{22}, 1},
		{"shared terms", "tax_s_type", []int{15, 7, 81}, 3},
		{"shared terms under their bare name", "s_type?include=81", []int{81}, 1},
		{"places within a place", "tax_s_location?parent=636", []int{7001, 7002}, 2},
		{"terms of a property", "tax_s_location?post=1001", []int{636, 7001, 7101}, 3},
		{"terms in pages", "tax_s_location?per_page=2&page=3", []int{7003, 7101}, 6},
		{"users by name", "users", []int{1, 2}, 2},
		{"users by slug", "users?slug=john-smith", []int{2}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := a.ask(t, v2+tt.path)
			if got.status != http.StatusOK || !slices.Equal(got.ids(), append([]int{}, tt.want...)) {
				t.Errorf("got %d %v, want %v", got.status, got.ids(), tt.want)
			}
			if total := got.header.Get("X-WP-Total"); total != itoa(tt.total) {
				t.Errorf("total %s, want %d", total, tt.total)
			}
		})
	}
}

func TestSpanishStandsBeneathItsPrefix(t *testing.T) {
	a := newAPI(t, nil)
	posts := a.ask(t, "/es"+v2+"posts?per_page=1")
	if got, _ := posts.at(0, "link").(string); got != site+"/es/nota-de-mercado-12/" {
		t.Errorf("link %q", got)
	}
	if link := posts.header.Get("Link"); link != "<"+site+"/es/wp-json/wp/v2/posts?per_page=1&page=2>; rel=\"next\"" {
		t.Errorf("Link = %s", link)
	}
	property := a.ask(t, "/es"+v2+"properties/1005")
	for key, want := range map[string]any{
		"slug": "casa-del-mar", "link": site + "/es/properties/casa-del-mar/", "type": "properties",
	} {
		if property.at(key) != want {
			t.Errorf("%s = %v, want %v", key, property.at(key), want)
		}
	}
	if property.at("title", "rendered") != "Casa ZR-1005P" {
		t.Errorf("title %v", property.at("title"))
	}
	if term := a.ask(t, "/es"+v2+"tax_s_offer/10"); term.at("name") != "En alquiler" {
		t.Errorf("term %v", term.at("name"))
	}
}

func TestLinksLeadToTheNeighbours(t *testing.T) {
	a := newAPI(t, nil)
	for path, want := range map[string]string{
		"posts?per_page=5&page=2&_embed=false": `<B/posts?per_page=5&page=1&_embed=false>; rel="prev", <B/posts?per_page=5&page=3&_embed=false>; rel="next"`,
		"posts?slug=":                          `<B/posts?page=2>; rel="next"`,
		"posts?include=&search=":               `<B/posts?search&page=2>; rel="next"`,
		"posts?per_page=1&exclude=101,102":     `<B/posts?per_page=1&exclude%5B0%5D=101&exclude%5B1%5D=102&page=2>; rel="next"`,
		"posts?per_page=100":                   `<https://www.example.test/wp-json/>; rel="https://api.w.org/"`,
		"posts/101":                            `<https://www.example.test/market-note-1/>; rel="alternate"; type=text/html`,
		"users/1":                              `<https://www.example.test/wp-json/>; rel="https://api.w.org/"`,
	} {
		want = strings.ReplaceAll(want, "B/", site+"/wp-json/wp/v2/")
		if got := a.ask(t, v2+path).header.Get("Link"); got != want {
			t.Errorf("%s: Link = %s, want %s", path, got, want)
		}
	}
}
