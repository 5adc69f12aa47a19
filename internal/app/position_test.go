package app

import (
	"encoding/json"
	"fmt"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content"
	"estate/internal/site/view"
)

// point is a position in any JSON of the site.
type point struct{ Lat, Lng float64 }

func TestEverySurfaceTellsOnePosition(t *testing.T) {
	_, server := startSite(t, nil)
	decode := func(link string, into any) {
		_, body := get(t, server, link)
		if err := json.Unmarshal([]byte(body), into); err != nil {
			t.Fatalf("%s: %v", link, err)
		}
	}
	agency, err := demo.Agency()
	if err != nil {
		t.Fatal(err)
	}
	exact, rounded := 0, 0
	for _, p := range agency.Properties {
		if p.Location == nil || p.Sold() || exact > 1 && p.Location.Precision == content.PrecisionExact || rounded > 3 && p.Location.Precision != content.PrecisionExact {
			continue
		}
		want := point{p.Location.Public(p.ID).Lat, p.Location.Public(p.ID).Lng}
		if p.Location.Precision == content.PrecisionExact {
			exact++
		} else if rounded++; want == (point{p.Location.Lat, p.Location.Lng}) {
			t.Errorf("%s: the position is not rounded", p.Slug)
		}

		_, page := get(t, server, "/_view/properties/"+p.Slug+"/")
		if at := geoOf(t, page); at != want {
			t.Errorf("%s: JSON-LD tells %v, want %v", p.Slug, at, want)
		}

		var listed []struct {
			Location point
			ACF      struct{ Location point }
		}
		decode("/wp-json/wp/v2/properties?slug="+p.Slug, &listed)
		if len(listed) != 1 || listed[0].Location != want && listed[0].ACF.Location != want {
			t.Errorf("%s: the REST API tells %+v, want %v", p.Slug, listed, want)
		}

		var results struct {
			View struct {
				Content []struct {
					Kind  view.SectionKind
					Cards []view.Card
				}
			}
		}
		decode(fmt.Sprintf("/_view/properties/?map=on&s_near=%v,%v,0.2", want.Lat, want.Lng), &results)
		found := false
		for _, section := range results.View.Content {
			for _, card := range section.Cards {
				if card.ID != p.ID {
					continue
				}
				if found = true; card.Spot == nil || (point{card.Spot.Lat, card.Spot.Lng}) != want {
					t.Errorf("%s: the card tells %+v, want %v", p.Slug, card.Spot, want)
				}
			}
		}
		if !found {
			t.Errorf("%s is not found near its public position %v", p.Slug, want)
		}
	}
	if exact == 0 || rounded == 0 {
		t.Errorf("%d exact and %d rounded positions tested", exact, rounded)
	}
}

// geoOf is the position in the structured data of a View.
func geoOf(t *testing.T, body string) point {
	t.Helper()
	var answer struct {
		View struct{ Head struct{ JSONLD []any } }
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err)
	}
	var at point
	var walk func(value any)
	walk = func(value any) {
		switch v := value.(type) {
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			if v["@type"] == "GeoCoordinates" {
				lat, _ := v["latitude"].(float64)
				lng, _ := v["longitude"].(float64)
				at = point{lat, lng}
			}
			for _, one := range v {
				walk(one)
			}
		}
	}
	walk(answer.View.Head.JSONLD)
	return at
}
