package sentence_test

import (
	"slices"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content/search"
	"estate/internal/find/sentence"
)

// newParser returns a parser that knows the content of the demo agency and further names.
func newParser(t testing.TB, names ...search.Named) *sentence.Parser {
	t.Helper()
	agency, err := demo.Agency()
	if err != nil {
		t.Fatal(err)
	}
	var lists search.Lists
	target := map[string]*[]search.Option{
		search.KeyOffer: &lists.Offers, search.KeyType: &lists.Types, search.KeyLocation: &lists.Locations, "collections": &lists.Collections,
	}
	for _, term := range agency.Terms {
		if list := target[term.Taxonomy]; list != nil {
			*list = append(*list, search.Option{ID: term.ID, Slug: term.Slug, Name: term.Name, Parent: term.Parent})
		}
	}
	cfg := sentence.Config{Catalog: search.NewCatalog(lists), Features: listedFeatures(agency), Names: names}
	for _, property := range agency.Properties {
		if name := property.PromoName; name != "" {
			cfg.Names = append(cfg.Names, search.Named{Name: name, Reference: property.Reference, Kind: search.KindProperties})
		}
	}
	for _, development := range agency.Developments {
		if name := development.PromoName; name != "" {
			cfg.Names = append(cfg.Names, search.Named{Name: name, Reference: development.Reference, Kind: search.KindDevelopments})
		}
	}
	parser, err := sentence.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// listedFeatures are the features that some property of the agency lists.
func listedFeatures(agency *demo.Content) []search.Feature {
	listed := map[string]bool{}
	for _, property := range agency.Properties {
		for _, slug := range search.FeatureSlugs(property.Features) {
			listed[slug] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(search.Features()), func(f search.Feature) bool { return !listed[f.Slug] })
}
