package redirect

import (
	"testing"

	"estate/internal/site/route"
)

func BenchmarkLookupAndResolve(b *testing.B) {
	table := newTable(b)
	routes, err := route.NewTable(route.Agency())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		got, err := table.Lookup(b.Context(), "/es/properties/page/2/?s_beds=3&s_type=15&utm_source=ig", refs)
		if err != nil || got.Location != "" {
			b.Fatalf("Lookup = %+v, %v", got, err)
		}
		routes.Resolve(got.Link)
	}
}
