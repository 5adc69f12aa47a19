package redirect

import (
	"testing"

	"estate/internal/route"
)

func BenchmarkHopAndResolve(b *testing.B) {
	table := newTable(b)
	routes, err := route.NewTable(route.Agency())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		hop, err := table.Hop(b.Context(), "/es/properties/page/2/?s_beds=3&s_type=15&utm_source=ig", refs)
		if err != nil || hop.Location != "" {
			b.Fatalf("Hop = %+v, %v", hop, err)
		}
		routes.Resolve(hop.Link)
	}
}
