package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content/search"
	"estate/internal/tests/contenttest"
)

// TestAreaSearchAgreesWithAScan compares the spatial index with a scan of all rows: 2,000
// random areas, with holes, self-crossing lines and circles, alone and with other filters.
func TestAreaSearchAgreesWithAScan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	properties := slices.Collect(demo.Generate(3000, 5))
	scan := &contenttest.Scan{}
	for i, property := range properties {
		row := property.Row()
		if i%3 > 0 { // exact positions, as well as the rounded ones
			row.Position = randomPosition(r)
		}
		scan.Rows = append(scan.Rows, row)
	}
	ix := indexOf(t, scan.Rows[:2500], scan.Rows[2500:])
	found := 0
	for i := range 2000 {
		f := search.Filter{Kind: search.KindProperties}
		if i%4 == 3 {
			f.Near = search.Near{Point: randomPoint(r), Km: 0.2 + r.Float64()*10}
		} else {
			f.Area = randomArea(r, 3+r.IntN(12))
		}
		if i%20 == 1 {
			f.Area = randomArea(r, 100+r.IntN(300))
		}
		if i%5 == 0 {
			f.Types, f.Beds = []int{7, 15}, r.IntN(4)
		}
		got, err := ix.Search(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := scan.Search(t.Context(), f)
		if diff := differenceOf(got, want); diff != "" {
			t.Fatalf("%+v: %s", f, diff)
		}
		found += min(1, got.Total)
	}
	if found < 1000 {
		t.Errorf("only %d of 2000 areas hold a property", found)
	}
}

// randomPosition is a position with the five decimals of public ones.
func randomPosition(r *rand.Rand) search.Point {
	const scale = 1e5
	return search.Point{Lat: math.Round((36.3+r.Float64()*0.4)*scale) / scale, Lng: math.Round((-5.2+r.Float64())*scale) / scale}
}

func randomPoint(r *rand.Rand) search.Point {
	return search.Point{Lat: 36.35 + r.Float64()*0.3, Lng: -5.1 + r.Float64()*0.8}
}

// randomArea is a random star of n points, sometimes crossing itself, sometimes with a hole; its
// points have the precision of an address.
func randomArea(r *rand.Rand, n int) []search.Ring {
	centre, size := randomPoint(r), 0.01+r.Float64()*0.2
	ring := func(radius float64) search.Ring {
		var points search.Ring
		for i := range n {
			angle := 2 * math.Pi * float64(i) / float64(n)
			if r.IntN(8) == 0 {
				angle = 2 * math.Pi * r.Float64() // out of order: the line crosses itself
			}
			at := radius * (0.4 + 0.6*r.Float64())
			points = append(points, search.Point{
				Lat: math.Round((centre.Lat+at*math.Sin(angle))*1e5) / 1e5, Lng: math.Round((centre.Lng+at*math.Cos(angle))*1e5) / 1e5,
			})
		}
		return points
	}
	rings := []search.Ring{ring(size)}
	if r.IntN(3) == 0 {
		rings = append(rings, ring(size/3))
	}
	return rings
}
