package app

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/find/sentence"
	"estate/internal/site/view"
	"estate/internal/store"
)

func TestTheSearchLineLeadsToResults(t *testing.T) {
	_, server := startSite(t, nil)
	for _, tt := range []struct{ path, sentence, want string }{
		{"/search/", "4 bed villa in the Golden Mile with sea views under 3 M", "/properties/?price_to=3000000&s_beds=4&s_city=700&s_features=sea-views&s_offer=3&s_type=15"},
		{"/search", "4 bed villa in the Golden Mile", "/properties/?s_beds=4&s_city=700&s_type=15"},
		{"/es/search/", "villa de 4 dormitorios en la Milla de Oro con vistas al mar hasta 3 M", "/es/properties/?price_to=3000000&s_beds=4&s_city=700&s_features=sea-views&s_offer=3&s_type=15"},
		{"/search/", "villa with a helipad", "/properties/?q=helipad&s_type=15"},
		{"/search/", "new developments in Estepona", "/developments/?s_city=722"},
		{"/search/", "Villa Almenara", "/properties/?search_reference=ZRE1001P"},
		{"/search/", "", "/properties/"},
	} {
		response, _ := get(t, server, tt.path+"?q="+url.QueryEscape(tt.sentence))
		if got := response.Header.Get("Location"); response.StatusCode != http.StatusFound || got != tt.want {
			t.Errorf("%s %q: %d to %q, want 302 to %q", tt.path, tt.sentence, response.StatusCode, got, tt.want)
		}
		if response, _ := get(t, server, tt.want); response.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d", tt.want, response.StatusCode)
		}
	}
}

func TestTheSearchLineKnowsNewContent(t *testing.T) {
	app, server := startSite(t, nil)
	const line = "/search/?q=villa+with+a+helipad"
	if response, _ := get(t, server, line); response.Header.Get("Location") != "/properties/?q=helipad&s_type=15" {
		t.Errorf("before the change the search line leads to %q", response.Header.Get("Location"))
	}
	property := publishedProperty(t, app.store)
	property.Features = append(property.Features, "Helipad")
	if err := app.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(content.Entity(property)) }); err != nil {
		t.Fatal(err)
	}
	const want = "/properties/?s_features=helipad&s_type=15"
	got := ""
	for deadline := time.Now().Add(10 * time.Second); got != want && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		response, _ := get(t, server, line) // the dictionaries are built again in the background
		got = response.Header.Get("Location")
	}
	if got != want {
		t.Errorf("the search line leads to %q, want %q", got, want)
	}
}

func TestTheSearchLineDropsCredentials(t *testing.T) {
	_, server := startSite(t, nil)
	response, _ := get(t, server, "/search/?q=villa&frontity_source_auth=Bearer+secret&utm_source=mail")
	if got, want := response.Header.Get("Location"), "/properties/?s_type=15&utm_source=mail"; got != want {
		t.Errorf("the search line leads to %q, want %q", got, want)
	}
}

func TestTheSearchLineIsCompleted(t *testing.T) {
	_, server := startSite(t, nil)
	for _, tt := range []struct {
		path, text string
		want       view.Completion // the first one; none for no completion
	}{
		{"/_suggest/search/", "villa in the golden mi", view.Completion{Line: "villa in the Golden Mile", Text: "Golden Mile", Kind: "Location"}},
		{"/_suggest/es/search/", "villa en la milla de o", view.Completion{Line: "villa en la Milla de Oro", Text: "Milla de Oro", Kind: "Ubicación"}},
		{"/_suggest/search", "zre1001", view.Completion{Line: "ZRE1001P", Text: "ZRE1001P", Kind: "Reference"}},
		{"/_suggest/search/", "marbela", view.Completion{Line: "Marbella", Text: "Marbella", Kind: "Location"}},
		{"/_suggest/search/", "", view.Completion{}},
		{"/_suggest/search/", "<script>\x00", view.Completion{}},
		{"/_suggest/es/search/", "10 dormitorios bajo 1 € zre1001", view.Completion{}},
	} {
		response, body := get(t, server, tt.path+"?q="+url.QueryEscape(tt.text))
		var got view.CompletionResponse
		if err := json.Unmarshal([]byte(body), &got); err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s %q: %d %s", tt.path, tt.text, response.StatusCode, body)
		}
		if cache := response.Header.Get("Cache-Control"); cache != "private, max-age=60" || response.Header.Get("X-Robots-Tag") != "noindex" || got.Status == "" {
			t.Errorf("%s %q: cache %q, headers %v, status %q", tt.path, tt.text, cache, response.Header, got.Status)
		}
		if tt.want == (view.Completion{}) {
			if len(got.Completions) > 0 {
				t.Errorf("%s %q: %+v, want nothing", tt.path, tt.text, got.Completions)
			}
			continue
		}
		if len(got.Completions) == 0 {
			t.Errorf("%s %q: nothing, want %+v", tt.path, tt.text, tt.want)
			continue
		}
		first := got.Completions[0]
		_, results := get(t, server, "/_view"+strings.TrimPrefix(strings.TrimSuffix(tt.path, "/"), "/_suggest")+"/?q="+url.QueryEscape(first.Line))
		if first.Count == "" || !strings.Contains(results, "redirect") {
			t.Errorf("%q: count %q; its line leads to %.80s", tt.text, first.Count, results)
		}
		if first.Count = ""; first != tt.want {
			t.Errorf("%s %q: %+v, want %+v", tt.path, tt.text, first, tt.want)
		}
	}
	for path, want := range map[string]int{
		"/_suggest/": http.StatusNotFound, "/_suggest/properties/?q=villa": http.StatusNotFound,
		"/_suggest/search/?q=" + strings.Repeat("a", 4*sentence.MaxLength): http.StatusRequestURITooLong,
	} {
		if response, _ := get(t, server, path); response.StatusCode != want {
			t.Errorf("%.40s: %d, want %d", path, response.StatusCode, want)
		}
	}
	if _, robots := get(t, server, "/robots.txt"); !strings.Contains(robots, "Disallow: /_suggest/\n") {
		t.Errorf("robots.txt allows suggestions:\n%s", robots)
	}
}

// TestSuggestionsCountWhatIsFound compares the counts with the search itself.
func TestSuggestionsCountWhatIsFound(t *testing.T) {
	app, _ := startSite(t, nil)
	ix := app.index
	count := ix.Counter() // filters with the same limits share work
	for _, f := range []search.Filter{
		{Kind: search.KindProperties},
		{Kind: search.KindDevelopments},
		{Kind: search.KindProperties, IncludeSold: true},
		{Kind: search.KindProperties, Types: []int{15}, Cities: []int{700}, PriceTo: 3_000_000},
		{Kind: search.KindProperties, Types: []int{16}, PriceTo: 3_000_000},
		{Kind: search.KindDevelopments, PriceTo: 3_000_000},
		{Kind: search.KindProperties, PriceFrom: 777_777},
		{Kind: search.KindProperties, PriceFrom: 777_777, PriceTo: 3_000_000},
		{Kind: search.KindProperties, Built: search.Range{From: 150, To: 400}},
		{Kind: search.KindProperties, Plot: search.Range{From: 150, To: 400}, Beds: 3},
		{Kind: search.KindProperties, Types: []int{15, 16}, Features: []string{"sea-views"}, Beds: 3},
		{Kind: search.KindProperties, Reference: "zre1001"},
		{Kind: search.KindProperties, Cities: []int{-1}},
	} {
		result, err := ix.Search(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		if got := count(f); got != result.Total {
			t.Errorf("%+v: %d, want %d", f, got, result.Total)
		}
	}
}

// People guess the address of an offer in a place, in Spanish without the prefix of the language too.
func TestAnOfferAndAPlaceTakeOneRedirect(t *testing.T) {
	_, server := startSite(t, nil)
	for path, want := range map[string]string{
		"/for-sale/marbella/": "/cities/marbella/?s_offer=3", "/venta/marbella/": "/es/cities/marbella/?s_offer=3",
		"/alquiler/estepona": "/es/cities/estepona/?s_offer=10", "/VENTA/Marbella": "/es/cities/marbella/?s_offer=3",
		"/venta/villas/": "/es/venta/villas/", "/venta/atlantis/": "/es/venta/atlantis/",
	} {
		if response, _ := get(t, server, path); response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want 301 to %q", path, response.StatusCode, response.Header.Get("Location"), want)
		}
	}
}
