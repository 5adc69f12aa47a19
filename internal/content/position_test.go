package content

import (
	"math/rand/v2"
	"testing"

	"estate/internal/content/search"
)

// hidden is a random position on the coast that the agency does not show.
func hidden(r *rand.Rand) *GeoPoint {
	return &GeoPoint{Lat: 36 + r.Float64(), Lng: -6 + 2*r.Float64(), Precision: []string{"area", "street", ""}[r.IntN(3)]}
}

func withKey(t *testing.T, key string) {
	t.Helper()
	before := positionKey.Load()
	t.Cleanup(func() { positionKey.Store(before) })
	bytes := []byte(key)
	positionKey.Store(&bytes)
}

func TestPublicPositionsTellOnlyTheCell(t *testing.T) {
	withKey(t, "a key")
	r := rand.New(rand.NewPCG(1, 2))
	exactly := 0
	for range 20_000 {
		home, id := hidden(r), 1+r.IntN(1_000_000)
		public := home.Public(id)
		truth := search.Point{Lat: home.Lat, Lng: home.Lng}
		if km := search.Distance(public, truth); km > PublicRadiusKm {
			t.Fatalf("%v is told as %v, %.3f km away", truth, public, km)
		} else if km < 0.02 {
			exactly++
		}
		// Another position in the same cell, whatever its precision, is told as the same one.
		cell := cellOf(truth)
		other := &GeoPoint{Lat: cell.Lat + (r.Float64()-0.5)*0.0099, Lng: cell.Lng + (r.Float64()-0.5)*0.0099, Precision: "area"}
		if other.Public(id) != public {
			t.Fatalf("two positions in the cell of %v are told as %v and %v", cell, public, other.Public(id))
		}
		// A site that reads the position of another one tells the same.
		if again := (&GeoPoint{Lat: public.Lat, Lng: public.Lng, Precision: "area"}).Public(id); again != public {
			t.Fatalf("%v is told as %v by a second site", public, again)
		}
		if stored := StoredPosition(id, public); stored != cell || RowPosition(id, stored) != public {
			t.Fatalf("%v is stored as %v and read as %v", public, stored, RowPosition(id, stored))
		}
	}
	if exactly > 40 { // by chance: the share of a circle of 20 m
		t.Errorf("%d of 20,000 are told within 20 m of the truth", exactly)
	}
}

// Many listings of one property tell the centre of the cell, not the property.
func TestPublicPositionsCannotBeAveraged(t *testing.T) {
	withKey(t, "a key")
	home := &GeoPoint{Lat: 36.5142, Lng: -4.9538, Precision: "area"}
	var mean search.Point
	const listings = 10_000
	for id := range listings {
		public := home.Public(id)
		mean.Lat, mean.Lng = mean.Lat+public.Lat/listings, mean.Lng+public.Lng/listings
	}
	if km := search.Distance(mean, search.Point{Lat: home.Lat, Lng: home.Lng}); km < 0.4 {
		t.Errorf("the mean of %d listings is %.3f km from the property", listings, km)
	}
	if km := search.Distance(mean, search.Point{Lat: 36.51, Lng: -4.95}); km > 0.02 {
		t.Errorf("the mean of %d listings is %.3f km from the centre of the cell", listings, km)
	}
}

func TestTheKeyDecidesTheShift(t *testing.T) {
	home := &GeoPoint{Lat: 36.5142, Lng: -4.9538}
	withKey(t, "one")
	first := home.Public(7)
	withKey(t, "two")
	if home.Public(7) == first {
		t.Error("two keys shift alike")
	}
	withKey(t, "one")
	if home.Public(7) != first {
		t.Error("a position moves with the same key")
	}
}

func TestExactPositionsAreTold(t *testing.T) {
	for _, p := range []GeoPoint{{36.512345, -4.951234, PrecisionExact}, {36.51, -4.95, PrecisionExact}} {
		public := p.Public(1)
		if km := search.Distance(public, search.Point{Lat: p.Lat, Lng: p.Lng}); km > 0.002 {
			t.Errorf("%v is told as %v", p, public)
		}
		if StoredPosition(1, public) != public || RowPosition(1, public) != public {
			t.Errorf("%v is stored as %v and read as %v", public, StoredPosition(1, public), RowPosition(1, public))
		}
	}
	for _, p := range []*GeoPoint{nil, {}, {Lat: 91, Lng: 1}, {Lat: 1, Lng: 181}} {
		if p.Public(1) != (search.Point{}) {
			t.Errorf("%v has the public position %v", p, p.Public(1))
		}
	}
}
