package agreement

import (
	"slices"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/find/index"
)

// TestEveryListedFeatureFindsItsProperties searches for each feature of each property of the
// demo agency by its slug, and for all features of a property together.
func TestEveryListedFeatureFindsItsProperties(t *testing.T) {
	agency, err := demo.Agency()
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, agency.Properties)
	ix := index.New(index.Config{Rows: db.Rows})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	db.UseSearcher(ix)
	found := map[string][]int{}
	find := func(query string) []int {
		if ids, ok := found[query]; ok {
			return ids
		}
		f, hints := search.Parse(map[string]string{search.KeyFeatures: query, search.KeySold: "1"}, search.KindProperties, search.NewCatalog(search.Lists{}))
		if len(hints) > 0 {
			t.Errorf("s_features=%s: %v", query, hints)
		}
		f.PerPage = len(agency.Properties)
		list, err := db.Properties(t.Context(), i18n.LangEN, f)
		if err != nil {
			t.Fatal(err)
		}
		ids := []int{}
		for _, property := range list.Items {
			ids = append(ids, property.ID)
		}
		found[query] = ids
		return ids
	}
	for _, property := range agency.Properties {
		all := ""
		for _, feature := range property.Features {
			slug := search.FeatureSlug(feature)
			if !slices.Contains(find(slug), property.ID) {
				t.Errorf("%s lists %q, and s_features=%s does not find it", property.Reference, feature, slug)
			}
			if all != "" {
				all += ","
			}
			all += slug
		}
		if all != "" && !slices.Contains(find(all), property.ID) {
			t.Errorf("s_features=%s does not find %s", all, property.Reference)
		}
	}
}
