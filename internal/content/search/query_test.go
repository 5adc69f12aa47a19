package search

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// catalog has the lists of specification §9 plus two cities, a subarea and a collection.
func catalog() *Catalog {
	return NewCatalog(Lists{
		Locations: append([]Option{
			{ID: 702, Slug: "marbella-golden-mile", Parent: 701},
			{ID: 701, Slug: "marbella-centre", Parent: 636},
			{ID: 720, Slug: "benahavis", Parent: 6},
		}, defaultProvinces...),
		Collections: []Option{{ID: 1, Slug: "beachfront"}},
	})
}

func TestParseReadsEveryFilter(t *testing.T) {
	query := map[string]string{
		"s_offer": "3", "s_type": "7,15", "s_province": "636", "s_city": "701", "s_subarea": "702",
		"s_beds": "+3", "s_baths": "%2B2", "price_from": "500000", "price_to": "1000000",
		"s_options": "beachfront", "search_reference": "zre%20104", "sort_by": "price_low", "page": "2",
	}
	got, hints := Parse(query, KindProperties, catalog())
	want := Filter{
		Kind: KindProperties, Offers: []int{3}, Types: []int{7, 15},
		Provinces: []int{636}, Cities: []int{701}, Subareas: []int{702},
		Beds: 3, Baths: 2, PriceFrom: 500000, PriceTo: 1000000,
		Collections: []string{"beachfront"}, Reference: "zre 104", Sort: SortPriceLow, Page: 2,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("filter (-want +got):\n%s", diff)
	}
	if len(hints) != 0 {
		t.Errorf("hints = %v, want none", hints)
	}
}

func TestParseDropsWhatItDoesNotUnderstandWithAHint(t *testing.T) {
	tests := []struct{ name, key, value string }{
		{"unknown offer", "s_offer", "4"},
		{"word for an id", "s_type", "villas"},
		{"more rooms than offered", "s_beds", "9"},
		{"negative price", "price_from", "-1"},
		{"price beyond all reason", "price_to", "99999999999999999999"},
		{"unknown order", "sort_by", "random"},
		{"unknown collection", "s_options", "castles"},
		{"broken escape", "s_city", "%zz"},
		{"invalid UTF-8", "search_reference", "%ff"},
		{"page zero", "page", "0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, hints := Parse(map[string]string{tt.key: tt.value}, KindProperties, catalog())
			if diff := cmp.Diff(Filter{Kind: KindProperties}, got); diff != "" {
				t.Errorf("filter is not empty:\n%s", diff)
			}
			if len(hints) != 1 || hints[0].Key != tt.key {
				t.Errorf("hints = %v, want one for %s", hints, tt.key)
			}
		})
	}
}

// The steps are what the form offers; an address may have any price.
func TestParseAcceptsPricesBetweenTheSteps(t *testing.T) {
	got, hints := Parse(map[string]string{"price_from": "1", "price_to": "1234567"}, KindProperties, catalog())
	if want := (Filter{Kind: KindProperties, PriceFrom: 1, PriceTo: 1_234_567}); len(hints) > 0 || !cmp.Equal(want, got) {
		t.Errorf("got %+v with hints %v, want %+v", got, hints, want)
	}
}

func TestParseKeepsGoodValuesBesideBadOnes(t *testing.T) {
	got, hints := Parse(map[string]string{"s_type": "7,99,15,7"}, KindProperties, catalog())
	if diff := cmp.Diff([]int{7, 15}, got.Types); diff != "" {
		t.Errorf("types (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Hint{{Key: "s_type", Value: "99"}}, hints); diff != "" {
		t.Errorf("hints (-want +got):\n%s", diff)
	}
}

func TestAMaximumBelowItsMinimumIsLeftOutAndSaid(t *testing.T) {
	for _, tt := range []struct{ from, to string }{{"price_from", "price_to"}, {"built_from", "built_to"}, {"plot_from", "plot_to"}} {
		got, hints := Parse(map[string]string{tt.from: "2000000", tt.to: "500000"}, KindProperties, catalog())
		if want := map[string]string{tt.from: "2000000"}; !cmp.Equal(want, got.Query()) {
			t.Errorf("%s: filter %v, want %v", tt.to, got.Query(), want)
		}
		if diff := cmp.Diff([]Hint{{Key: tt.to, Value: "500000", Reason: ReasonBelowMinimum}}, hints); diff != "" {
			t.Errorf("hints (-want +got):\n%s", diff)
		}
	}
}

func TestLocationIsFiledUnderItsLevel(t *testing.T) {
	for _, key := range []string{"s_location", "s_province", "s_city", "s_subarea"} {
		got, _ := Parse(map[string]string{key: "701"}, KindProperties, catalog())
		if diff := cmp.Diff([]int{701}, got.Cities); diff != "" {
			t.Errorf("%s=701: cities (-want +got):\n%s", key, diff)
		}
	}
}

func TestOperatorSlugReadsSlugs(t *testing.T) {
	got, hints := Parse(map[string]string{"s_city": "Benahavis", "operator": "slug"}, KindProperties, catalog())
	if diff := cmp.Diff([]int{720}, got.Cities); diff != "" || len(hints) > 0 {
		t.Errorf("cities (-want +got):\n%s\nhints %v", diff, hints)
	}
}

func TestUpperPriceBelowLowerPriceIsDropped(t *testing.T) {
	got, hints := Parse(map[string]string{"price_from": "500000", "price_to": "100000"}, KindProperties, catalog())
	if got.PriceFrom != 500000 || got.PriceTo != 0 || len(hints) != 1 {
		t.Errorf("got %d to %d, hints %v; want the lower price kept, the upper one dropped with a hint", got.PriceFrom, got.PriceTo, hints)
	}
}

func TestDevelopmentsHaveTheirOwnCategories(t *testing.T) {
	query := map[string]string{"s_categories": "59", "s_category": "59"}
	got, _ := Parse(query, KindDevelopments, catalog())
	if diff := cmp.Diff([]int{59}, got.Categories); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
	if got, _ := Parse(query, KindProperties, catalog()); len(got.Categories) != 0 {
		t.Errorf("properties took development categories: %v", got.Categories)
	}
}

func TestQueryIsTheReverseOfParse(t *testing.T) {
	filter := Filter{
		Kind: KindProperties, Offers: []int{3, 10}, Types: []int{15}, Cities: []int{701},
		Beds: 2, PriceTo: 900000, Collections: []string{"beachfront"}, Reference: "zre 1&2",
		IncludeSold: true, Sort: SortPriceHigh,
	}
	got, hints := Parse(filter.Query(), KindProperties, catalog())
	if diff := cmp.Diff(filter, got); diff != "" || len(hints) > 0 {
		t.Errorf("Parse(Query()) (-want +got):\n%s\nhints %v", diff, hints)
	}
}

func TestPriceStepsAreThoseOfTheSpecification(t *testing.T) {
	if first, last := PriceSteps[0], PriceSteps[len(PriceSteps)-1]; first != 100000 || last != 20000000 {
		t.Errorf("steps run from %d to %d, want 100000 to 20000000", first, last)
	}
	if got := len(PriceSteps); got != 17+17+10+5+1 {
		t.Errorf("%d steps, want 50", got)
	}
	for i := 1; i < len(PriceSteps); i++ {
		if PriceSteps[i] <= PriceSteps[i-1] {
			t.Errorf("step %d (%d) does not rise above %d", i, PriceSteps[i], PriceSteps[i-1])
		}
	}
}

func TestCircularParentsDoNotHangTheCatalog(t *testing.T) {
	c := NewCatalog(Lists{Locations: []Option{{ID: 1, Parent: 2}, {ID: 2, Parent: 1}, {ID: 3}}})
	if len(c.Locations) != 1 || c.Locations[0].ID != 3 {
		t.Errorf("locations = %v, want only the one outside the circle", c.Locations)
	}
}

func TestPriceStepsDependOnTheOffer(t *testing.T) {
	catalog := NewCatalog(Lists{})
	tests := []struct {
		name   string
		offers []int
		want   string
		within []int // prices that a visitor of this offer looks for
	}{
		{"no offer", nil, PricesSale, []int{100000, 20000000}},
		{"for sale", []int{3}, PricesSale, []int{100000, 20000000}},
		{"a month of rent", []int{10}, PricesRent, []int{1500, 10000}},
		{"a night, a week, a fortnight", []int{12}, PricesHolidays, []int{200, 2000, 5000}},
		{"both kinds of rent", []int{10, 12}, PricesRent, nil},
		{"rent or sale", []int{3, 10}, PricesSale, nil},
		{"an unknown offer", []int{4711}, PricesSale, nil},
	}
	for _, tt := range tests {
		list := catalog.PriceList(tt.offers)
		if list != tt.want {
			t.Errorf("%s: list %q, want %q", tt.name, list, tt.want)
		}
		for _, price := range tt.within {
			if !slices.Contains(PriceLists[list], price) {
				t.Errorf("%s: the steps lack %d", tt.name, price)
			}
		}
	}
	for name, steps := range PriceLists {
		if !slices.IsSorted(steps) || len(slices.Compact(slices.Clone(steps))) != len(steps) {
			t.Errorf("%s: the steps do not ascend: %v", name, steps)
		}
	}
}
