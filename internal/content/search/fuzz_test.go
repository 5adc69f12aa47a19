package search_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content/link"
	"estate/internal/content/search"
)

// fuzzCatalog has more places than one list of an address may name.
func fuzzCatalog() *search.Catalog {
	lists := search.Lists{
		Locations:   []search.Option{{ID: 636, Slug: "marbella"}, {ID: 6, Slug: "malaga"}},
		Collections: []search.Option{{ID: 1, Slug: "beachfront"}, {ID: 2, Slug: "golf & sea"}},
	}
	for id := 1000; id < 1070; id++ {
		lists.Locations = append(lists.Locations, search.Option{ID: id, Slug: "place-" + string(rune('a'+id%26)), Parent: 6 + id%2*630})
	}
	return search.NewCatalog(lists)
}

// FuzzParse holds what every address of results relies on: whatever a visitor
// asks, the filter that was understood has an address, which is in normal form
// and means that very filter.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "s_type=7,15&s_offer=3", "s_beds=+3&s_baths=%2B2", "price_from=500000&price_to=1", "price_from=-9e99",
		"operator=slug&s_city=marbella", "s_options=beachfront&search_collections=beachfront,golf+%26+sea",
		"search_reference=zre%20104", "search_reference=%F0%9F%8F%A0+%2C&page=2", "s_type=%zz", "s_type=7&s_type=15", "s_type=7,07,+7",
		"s_province=636,636,6&s_city=636&s_subarea=1000&s_location=1001", "sort_by=price_low&s_sold=1",
		"s_features=sea-views,pool&s_near=36.5,-4.9,2&built_from=100&plot_to=10", "s_area=_p~iF~ps%7CU_ulLnnqC_mqNvxq%60%40", "s_area=%2C&s_near=nan,1,1",
		"s_province=" + strings.Repeat("1000,", 60), "s_city=\x00&=&&;",
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	catalog := fuzzCatalog()
	f.Fuzz(func(t *testing.T, raw string, developments bool) {
		kind := search.KindProperties
		if developments {
			kind = search.KindDevelopments
		}
		query := map[string]string{}
		for piece := range strings.SplitSeq(raw, "&") {
			key, value, _ := strings.Cut(piece, "=")
			query[key] = value
		}
		filter, _ := search.Parse(query, kind, catalog)
		address := filter.Query()
		again, hints := search.Parse(address, kind, catalog)
		filter.Page = 0 // links carry the page in their path
		if diff := cmp.Diff(filter, again); diff != "" {
			t.Errorf("%q reads as another filter (-first +again):\n%s", address, diff)
		}
		if len(hints) > 0 {
			t.Errorf("%q, an address of our own, is not understood: %v", address, hints)
		}
		printed := link.Link{Route: "/properties/", Path: "/properties/", Page: 1, Query: address}.String()
		if request, err := (link.Rules{}).Read(printed); err != nil || !request.Normal {
			t.Errorf("%q is not in normal form (%v)", printed, err)
		}
	})
}
