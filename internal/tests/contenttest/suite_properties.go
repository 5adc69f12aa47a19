package contenttest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/search"
)

// filters are used for properties and for developments.
var filters = map[string]search.Filter{
	"everything":                {},
	"second page":               {Page: 2},
	"past the last page":        {Page: 99},
	"small pages":               {Page: 3, PerPage: 5},
	"offer":                     {Offers: []int{10}},
	"two types":                 {Types: []int{15, 7}},
	"province":                  {Provinces: []int{6}},
	"city":                      {Cities: []int{7002}},
	"city of another province":  {Provinces: []int{6}, Cities: []int{7001}},
	"places of three levels":    {Provinces: []int{6}, Cities: []int{7001}, Subareas: []int{7101}, PerPage: 100},
	"subarea":                   {Subareas: []int{7101}},
	"category":                  {Categories: []int{201}},
	"development category":      {Categories: []int{55}},
	"collection":                {Collections: []string{"golf", "nothing"}},
	"minimum bedrooms":          {Beds: 4},
	"minimum bathrooms":         {Baths: 3},
	"price from":                {PriceFrom: 1_000_000},
	"price to":                  {PriceTo: 500_000},
	"price between":             {PriceFrom: 600_000, PriceTo: 800_000},
	"price from above price to": {PriceFrom: 900_000, PriceTo: 100_000},
	"part of a reference":       {Reference: "zr-100"},
	"category Sold":             {Categories: []int{search.CategorySold}},
	"category Sold or another":  {Categories: []int{search.CategorySold, 201}, Types: []int{15}},
	"another category and sold": {Categories: []int{201}, IncludeSold: true},
	"with sold ones":            {IncludeSold: true},
	"ids":                       {IDs: []int{propertyRent, propertyFull, 99999, propertyDraft, propertyOnAsk}},
	"ids, sorted":               {IDs: []int{propertyRent, propertyFull, propertyOnAsk}, Sort: search.SortPriceHigh},
	"excluded ids":              {ExcludeIDs: []int{propertyFull, propertyTie}, PerPage: 100},
	"highest price first":       {Sort: search.SortPriceHigh, PerPage: 100},
	"lowest price first":        {Sort: search.SortPriceLow, PerPage: 100},
	"newest first":              {Sort: search.SortModified, PerPage: 100},
	"unknown term":              {Types: []int{4711}},
	"search text":               {Text: "zr-11 home", PerPage: 7},
	"search text of a name":     {Text: "AZUL golf"},
	"search text and a type":    {Text: "zr-11", Types: []int{7}},
	"unwanted word":             {Text: "home -zr-11"},
	"search text of nothing":    {Text: "zzzz"},
	"many filters": {
		Offers: []int{3}, Types: []int{15, 81}, Provinces: []int{636}, Beds: 2, Baths: 1,
		PriceFrom: 400_000, PriceTo: 1_300_000, Sort: search.SortPriceLow, PerPage: 4,
	},
}

func (s *suite) properties(t *testing.T, source content.Source) {
	for name, f := range filters {
		t.Run(name, func(t *testing.T) {
			f.Kind = search.KindProperties
			list := must[*content.Listing[*content.Property]](t, "Properties")(source.Properties(t.Context(), "es", f))
			s.compare(t, f, ids(list.Items), search.Result{Total: list.Total, TotalPages: list.TotalPages, Counts: list.Counts})
		})
	}
	t.Run("a list of places finds what each of them has", func(t *testing.T) { findsEachPlace(t, source) })
	list := must[*content.Listing[*content.Property]](t, "Properties")(
		source.Properties(t.Context(), "en", search.Filter{IDs: []int{propertyFull}}),
	)
	if len(list.Items) != 1 {
		t.Fatalf("filter without a kind: %d properties, want one", len(list.Items))
	}
	same(t, "property of a list", list.Items[0], s.entity(t, propertyFull))
}

// findsEachPlace compares the properties of several places with those of each of them.
func findsEachPlace(t *testing.T, source content.Source) {
	find := func(f search.Filter) []int {
		f.Kind, f.PerPage = search.KindProperties, 100
		return ids(must[*content.Listing[*content.Property]](t, "Properties")(source.Properties(t.Context(), "en", f)).Items)
	}
	for _, f := range []search.Filter{
		{Provinces: []int{636}, Cities: []int{7003}},
		{Provinces: []int{6}, Cities: []int{7001, 7002}},
		{Provinces: []int{6}, Subareas: []int{7101}},
		{Cities: []int{7003}, Subareas: []int{7101}},
	} {
		got := find(f)
		var want []int
		for _, id := range f.Provinces {
			want = append(want, find(search.Filter{Provinces: []int{id}})...)
		}
		for _, id := range f.Cities {
			want = append(want, find(search.Filter{Cities: []int{id}})...)
		}
		for _, id := range f.Subareas {
			want = append(want, find(search.Filter{Subareas: []int{id}})...)
		}
		slices.Sort(want)
		slices.Sort(got)
		if want = slices.Compact(want); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("provinces %v, cities %v, subareas %v: %v, want %v", f.Provinces, f.Cities, f.Subareas, got, want)
		}
	}
}

func (s *suite) developments(t *testing.T, source content.Source) {
	for name, f := range filters {
		t.Run(name, func(t *testing.T) {
			f.Kind = search.KindDevelopments
			list := must[*content.Listing[*content.Development]](t, "Developments")(source.Developments(t.Context(), "en", f))
			s.compare(t, f, ids(list.Items), search.Result{Total: list.Total, TotalPages: list.TotalPages, Counts: list.Counts})
		})
	}
}

func (s *suite) compare(t *testing.T, f search.Filter, got []int, result search.Result) {
	t.Helper()
	want, err := NewScan(s.withText(f)).Search(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	wantIDs(t, "page", got, want.IDs)
	if result.Total != want.Total || result.TotalPages != want.TotalPages {
		t.Errorf("total %d in %d pages, want %d in %d", result.Total, result.TotalPages, want.Total, want.TotalPages)
	}
	if s.has(t, LackCounts) {
		same(t, "counts", result.Counts, want.Counts)
	}
}

func (s *suite) references(t *testing.T, source content.Source) {
	for _, tt := range []struct {
		name      string
		lang      string
		kind      search.Kind
		reference string
		want      content.ReferenceHit
	}{
		{
			"exact", "en", search.KindProperties, "ZR-1001P",
			content.ReferenceHit{Type: "properties", Name: "villa-azul", Link: "/properties/villa-azul/"},
		},
		{
			"in lower case, with spaces", "es", search.KindProperties, " zr-1001p ",
			content.ReferenceHit{Type: "properties", Name: "villa-azul", Link: "/es/properties/villa-azul/"},
		},
		{
			"with a suffix", "en", search.KindProperties, "zr-1003p-d2",
			content.ReferenceHit{Type: "properties", Name: "villa-on-ask", Link: "/properties/villa-on-ask/"},
		},
		{
			"own Spanish link", "es", search.KindProperties, "ZR-1005P",
			content.ReferenceHit{Type: "properties", Name: "casa-del-mar", Link: "/es/properties/casa-del-mar/"},
		},
		{
			"sold", "en", search.KindProperties, "ZR-1002P",
			content.ReferenceHit{Type: "properties", Name: "villa-sold", Link: "/properties/villa-sold/"},
		},
		{
			"development", "en", search.KindDevelopments, "zrd-1p",
			content.ReferenceHit{Type: "developments", Name: "golden-terraces", Link: "/developments/golden-terraces/"},
		},
		{"reference of a property as development", "en", search.KindDevelopments, "ZR-1001P", content.ReferenceHit{}},
		{"part of a reference", "en", search.KindProperties, "ZR-1003P", content.ReferenceHit{}},
		{"draft", "en", search.KindProperties, "ZR-1006P", content.ReferenceHit{}},
		{"withdrawn", "en", search.KindProperties, "ZR-1007P", content.ReferenceHit{}},
		{"empty", "en", search.KindProperties, "", content.ReferenceHit{}},
		{"wildcard", "en", search.KindProperties, "%", content.ReferenceHit{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			hit, err := source.Reference(t.Context(), lang(tt.lang), tt.kind, tt.reference)
			found := isFound(t, "Reference", err)
			if found != (tt.want != content.ReferenceHit{}) || hit != tt.want {
				t.Errorf("Reference(%q) = %+v, %v; want %+v", tt.reference, hit, found, tt.want)
			}
		})
	}
	for _, tt := range []struct{ lang, reference, want string }{
		{"en", "zr-1001p", "/properties/villa-azul/"},
		{"es", "ZR-1005P", "/es/properties/casa-del-mar/"},
		{"en", "ZR-9999P", ""},
		{"en", "", ""},
	} {
		got, err := source.RedirectReference(t.Context(), lang(tt.lang), tt.reference)
		if isFound(t, "RedirectReference", err) != (tt.want != "") || got != tt.want {
			t.Errorf("RedirectReference(%s, %q) = %q, want %q", tt.lang, tt.reference, got, tt.want)
		}
	}
	if !s.has(t, LackRedirects) {
		return
	}
	for _, tt := range []struct{ lang, want string }{{"en", "/for-sale/villas/marbella/"}, {"es", "/es/venta/villas/marbella/"}} {
		got := must[string](t, "RedirectReference")(source.RedirectReference(t.Context(), lang(tt.lang), "old-77p"))
		if got != tt.want {
			t.Errorf("old reference in %s redirects to %q, want %q", tt.lang, got, tt.want)
		}
	}
}

// withText are the entities that the search text of a filter finds.
func (s *suite) withText(f search.Filter) []content.Entity {
	return slices.DeleteFunc(slices.Clone(s.want.Entities), func(entity content.Entity) bool {
		var text string
		switch e := entity.(type) {
		case *content.Property:
			text = fmt.Sprint(e.Title, e.Subtitle, e.PromoName, e.Reference)
		case *content.Development:
			text = fmt.Sprint(e.Title, e.Subtitle, e.PromoName, e.Reference)
		}
		text = strings.ToLower(text)
		return slices.ContainsFunc(strings.Fields(strings.ToLower(f.Text)), func(word string) bool {
			unwanted, no := strings.CutPrefix(word, "-")
			return strings.Contains(text, unwanted) == no
		})
	})
}
