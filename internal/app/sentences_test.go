package app

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/store"
)

func TestTheSearchLineLeadsToResults(t *testing.T) {
	_, server := startSite(t, nil)
	for _, tt := range []struct{ path, sentence, want string }{
		{"/search/", "4 bed villa in the Golden Mile with sea views under 3 M", "/properties/?price_to=3000000&s_beds=4&s_city=700&s_features=sea-views&s_type=15"},
		{"/search", "4 bed villa in the Golden Mile", "/properties/?s_beds=4&s_city=700&s_type=15"},
		{"/es/search/", "villa de 4 dormitorios en la Milla de Oro con vistas al mar hasta 3 M", "/es/properties/?price_to=3000000&s_beds=4&s_city=700&s_features=sea-views&s_type=15"},
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
