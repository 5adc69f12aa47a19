package app

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/find/index"
	"estate/internal/site/view"
	"estate/internal/store"
)

func mapAt(t *testing.T, body string) view.MapResponse {
	t.Helper()
	var answer view.MapResponse
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%v: %s", err, clipped(body))
	}
	return answer
}

// placed counts the properties of a map.
func placed(answer view.MapResponse) int {
	count := 0
	for _, place := range answer.Places {
		count += max(place.Count, 1)
	}
	return count
}

// TestWindowOfTheMapLimitsTheList: the window of key map limits list, total and counts, "all" does
// not, and such pages are not indexed.
func TestWindowOfTheMapLimitsTheList(t *testing.T) {
	_, server := startSite(t, nil)
	totals := map[string]int{}
	for _, value := range []string{"", "on", "36.48,-4.95,36.53,-4.85", "36.48,-4.95,36.53,-4.85,all", "3,2,1", "0,0,1,1"} {
		link := "/properties/"
		if value != "" {
			link += "?map=" + value
		}
		_, body := get(t, server, "/_view"+link)
		var answer struct {
			View struct {
				Head    struct{ Robots string }
				Content []struct {
					Total   int
					MapView *view.MapView
					Map     string
				}
			}
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		section := answer.View.Content[0]
		totals[value] = section.Total
		if shown := value != "" && value != "3,2,1"; (section.MapView != nil) != shown || section.Map != "/_map"+link {
			t.Errorf("%s: map view %+v, map %q", link, section.MapView, section.Map)
		}
		if value != "" && !strings.Contains(answer.View.Head.Robots, "noindex") {
			t.Errorf("%s: robots %q", link, answer.View.Head.Robots)
		}
	}
	all := totals[""]
	if window := totals["36.48,-4.95,36.53,-4.85"]; window == 0 || window >= all || totals["on"] != all ||
		totals["36.48,-4.95,36.53,-4.85,all"] != all || totals["3,2,1"] != all || totals["0,0,1,1"] != 0 {
		t.Errorf("totals by map: %v", totals)
	}
}

func TestMapHasEveryPropertyOfTheSearch(t *testing.T) {
	app, server := startSite(t, nil)
	for _, link := range []string{"/properties/?s_type=15", "/es/properties/", "/for-sale/villas/marbella/", "/es/cities/marbella/", "/developments/"} {
		_, body := get(t, server, "/_view"+link)
		var archive struct {
			View struct {
				Content []struct {
					Kind, Map, Lookup string
					Total             int
				}
			}
		}
		if err := json.Unmarshal([]byte(body), &archive); err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		section := archive.View.Content[0]
		if section.Map != "/_map"+link || !strings.HasSuffix(section.Lookup, "/favorites/") {
			t.Errorf("%s: map %q, look-up %q", link, section.Map, section.Lookup)
		}
		response, body := get(t, server, section.Map)
		if response.StatusCode != http.StatusOK || response.Header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: status %d, robots %q", section.Map, response.StatusCode, response.Header.Get("X-Robots-Tag"))
		}
		answer := mapAt(t, body)
		if answer.Total != section.Total || placed(answer)+answer.Unplaced != section.Total || section.Total == 0 || answer.Bounds == nil {
			t.Errorf("%s: %d properties on the map and %d without a position, want the %d of the list", link, placed(answer), answer.Unplaced, section.Total)
		}
	}

	property := publishedProperty(t, app.store)
	const window = "/_map/properties/?map=35,-7,38,-3,all&zoom=9"
	_, before := get(t, server, window)
	property.Status = content.StatusDraft
	if err := app.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(property) }); err != nil {
		t.Fatal(err)
	}
	_, after := get(t, server, window)
	has := func(body string) bool {
		return slices.ContainsFunc(mapAt(t, body).Places, func(place view.MapPlace) bool { return place.ID == property.ID && place.Price != "" })
	}
	if !has(before) || has(after) {
		t.Errorf("property %d: on the map before %v, as a draft %v", property.ID, has(before), has(after))
	}
}

func TestOnlyResultsHaveAMap(t *testing.T) {
	_, server := startSite(t, nil)
	for _, link := range []string{"/", "/about/", "/favorites/?ids=1001", "/Properties/", "/no-such-page/", "/properties/?frontity_source_auth=Bearer+x"} {
		if response, _ := get(t, server, "/_map"+link); response.StatusCode != http.StatusNotFound {
			t.Errorf("/_map%s: status %d, want 404", link, response.StatusCode)
		}
	}
}

func TestTilesAreInTheViewAndInThePolicy(t *testing.T) {
	_, server := startSite(t, func(s *config.Settings) {
		s.Map = config.Map{Tiles: "https://tile.example.com/{z}/{x}/{y}.png", Credit: "Maps"}
	})
	response, body := get(t, server, "/properties/")
	if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "img-src 'self' data: https://tile.example.com;") {
		t.Errorf("policy %q", policy)
	}
	if !strings.Contains(body, `"tiles":{"url":"https://tile.example.com/{z}/{x}/{y}.png","host":"tile.example.com","credit":{"href":"","text":"Maps"}}`) {
		_, tiles, _ := strings.Cut(body, `"tiles":`)
		t.Errorf("tiles in the view: %s", clipped(tiles))
	}
}

// A price that was not understood is no price on ask: its pin has a dash, fresh in the index and built into it.
func TestAPinHasNoWordsForAnUnknownPrice(t *testing.T) {
	app, server := startSite(t, nil)
	property := publishedProperty(t, app.store)
	property.Price = content.Price{Mode: property.Price.Mode, Unknown: true}
	if err := app.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(property) }); err != nil {
		t.Fatal(err)
	}
	priceOf := func() string {
		_, body := get(t, server, "/_map/properties/?search_reference="+property.Reference)
		for _, place := range mapAt(t, body).Places {
			if place.ID == property.ID {
				return place.Price
			}
		}
		return "not on the map"
	}
	if got := priceOf(); got != "—" {
		t.Errorf("fresh: the pin has %q, want a dash", got)
	}
	built := index.New(index.Config{Rows: app.store.Rows})
	if err := built.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	app.store.UseSearcher(built)
	if err := app.store.Write(t.Context(), func(b *store.Batch) error {
		return b.Put(&content.Page{Head: content.Head{
			ID: 99_001, Type: content.TypePage, Slug: "new", Status: content.StatusPublish, Lang: "en", Link: "/new/",
		}})
	}); err != nil { // another generation: maps are composed again
		t.Fatal(err)
	}
	if got := priceOf(); got != "—" {
		t.Errorf("built: the pin has %q, want a dash", got)
	}
}
