package search

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ids maps the slugs of a list to the ids.
func ids(list []Option) map[string]int {
	found := map[string]int{}
	for _, option := range list {
		found[option.Slug] = option.ID
	}
	return found
}

func TestDefaultOptionsAreThoseOfTheSpecification(t *testing.T) {
	c := NewCatalog(Lists{})
	tests := []struct {
		name string
		got  []Option
		want map[string]int
	}{
		{"offers", c.Offers, map[string]int{"for-sale": 3, "for-rent": 10, "for-holidays": 12}},
		{"types", c.Types, map[string]int{
			"apartments": 7, "villas": 15, "houses": 81, "country-properties": 100,
			"plots-and-lands": 45, "commercials": 96, "unique-buildings": 158, "other": 74,
		}},
		{"categories of developments", c.DevelopmentCategories, map[string]int{"exclusive": 59, "featured": 55, "special": 28}},
		{"provinces", c.Locations, map[string]int{
			"marbella": 636, "malaga": 6, "cadiz": 25, "sevilla": 347, "cordoba": 342, "granada": 95, "almeria": 312,
		}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, ids(tt.got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if diff := cmp.Diff([]Sort{"modified", "price_high", "price_low"}, Sorts); diff != "" {
		t.Errorf("sort orders (-want +got):\n%s", diff)
	}
	if MaxRooms != 8 {
		t.Errorf("rooms end at +%d, want +8", MaxRooms)
	}
}

func TestOptionsOfTheContentReplaceTheDefaults(t *testing.T) {
	own := []Option{{ID: 900, Slug: "own"}}
	c := NewCatalog(Lists{Offers: own, Types: own, Locations: own, DevelopmentCategories: own})
	for name, got := range map[string][]Option{"offers": c.Offers, "types": c.Types, "locations": c.Locations, "categories": c.DevelopmentCategories} {
		if diff := cmp.Diff(map[string]int{"own": 900}, ids(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestSearchKeysAreThoseOfTheSpecification(t *testing.T) {
	known := map[string]bool{}
	for _, key := range Keys {
		known[key] = true
	}
	for _, key := range []string{
		"s_subarea", "s_city", "s_offer", "s_type", "s_beds", "s_baths", "price_from", "price_to", "s_province", "s_categories",
		"s_features", "s_area", "s_near",
	} {
		if !known[key] {
			t.Errorf("key %s is unknown", key)
		}
	}
}
