package agreement

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/wordpresstest"
)

// TestFiltersOfRealWordPressAgree compares the plugin's filters by features, sizes and position with a
// scan of the same properties.
func TestFiltersOfRealWordPressAgree(t *testing.T) {
	site := wordpresstest.Open(t)
	r := rand.New(rand.NewPCG(16, 3))
	all, rows := contenttest.Fixture(), &contenttest.Scan{}
	all.Entities = slices.DeleteFunc(all.Entities, func(e content.Entity) bool {
		return e.Ref().Type == content.TypeProperty || e.Ref().Type == content.TypeDevelopment
	})
	words := []string{"pool", "heated_pool", "Vistas al mar", "sea_views", "Wine cellar", "Cueva única", "garden", "private_garden"}
	for id := 8001; id < 8061; id++ {
		p := &content.Property{
			Head: content.Head{
				ID: id, Type: content.TypeProperty, Slug: fmt.Sprintf("filtered-%d", id), Status: content.StatusPublish,
				Date: time.Unix(1.7e9, 0).UTC(), Modified: time.Unix(1.7e9+int64(id), 0).UTC(), Link: fmt.Sprintf("/properties/filtered-%d/", id),
			},
			Title:     i18n.Text{i18n.LangEN: "Filtered"},
			BuiltSize: r.IntN(4) * 150, PlotSize: r.IntN(3) * 800, TerraceSize: r.IntN(3) * 40,
			Features: []string{words[r.IntN(len(words))], words[r.IntN(len(words))]},
		}
		if r.IntN(5) > 0 {
			point := randomPoint(r)
			p.Location = &content.GeoPoint{Lat: point.Lat, Lng: point.Lng, Precision: []string{"exact", "street", "area"}[r.IntN(3)]}
		}
		all.Entities = append(all.Entities, p)
		row := p.Row()
		row.Position = content.StoredPosition(p.ID, row.Position) // the CMS does not know the key of the shifts
		rows.Rows = append(rows.Rows, row)
	}
	site.Fill(t, all)
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: site.Address, Transport: site.Transport()})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for n := range 80 {
		f := search.Filter{Kind: search.KindProperties}
		for range 1 + r.IntN(2) {
			switch r.IntN(6) {
			case 0:
				f.Features = append(f.Features, search.FeatureSlug(words[r.IntN(len(words))]))
			case 1:
				f.Built = search.Range{From: r.IntN(400), To: r.IntN(2) * 500}
			case 2:
				f.Plot = search.Range{To: 1 + r.IntN(1600)}
			case 3:
				f.Terrace = search.Range{From: 1 + r.IntN(80)}
			case 4:
				f.Near = search.Near{Point: randomPoint(r), Km: 1 + float64(r.IntN(20))}
			case 5:
				f.Area = randomArea(r, 3+r.IntN(12))
			}
		}
		f, _ = search.Parse(f.Query(), search.KindProperties, search.NewCatalog(search.Lists{})) // as an address has it
		f.Kind = search.KindProperties
		want, err := rows.Search(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := client.Properties(t.Context(), i18n.LangEN, f)
		if err != nil {
			t.Fatalf("filter %d, %v: %v", n, f.Query(), err)
		}
		ids := make([]int, len(got.Items))
		for i, property := range got.Items {
			ids[i] = property.ID
		}
		found += got.Total
		if got.Total != want.Total || !slices.Equal(ids, want.IDs) {
			t.Errorf("filter %d, %v: %d with %v, want %d with %v", n, f.Query(), got.Total, ids, want.Total, want.IDs)
		}
	}
	if found < 100 {
		t.Errorf("the filters find %d properties together: too few to compare", found)
	}
}
