package mvt

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func example() Tile {
	return Tile{
		{Name: "earth", Features: []Feature{{
			Type: TypePolygon, Tags: []Tag{{"kind", "earth"}},
			Parts: [][]Point{{{-80, -80}, {4176, -80}, {4176, 3000}, {-80, 2000}}, {{100, 100}, {100, 200}, {200, 200}}},
		}}},
		{Name: "roads", Features: []Feature{{ID: 9, Type: TypeLine, Tags: []Tag{{"name", "Avenida"}, {"lanes", int64(-2)}, {"bridge", true}, {"width", 2.5}, {"ref", uint64(7)}}, Parts: [][]Point{{{0, 0}, {4096, 4096}}}}}},
		{Name: "places", Features: []Feature{{Type: TypePoint, Tags: []Tag{{"kind", "locality"}}, Parts: [][]Point{{{2048, 1024}}}}}},
	}
}

func TestTilesSurviveEncoding(t *testing.T) {
	got, err := Decode(Encode(example()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(example(), got); diff != "" {
		t.Error(diff)
	}
}

func TestDamagedTilesAreRefused(t *testing.T) {
	good := Encode(example())
	if _, err := Decode([]byte("<html>")); !errors.Is(err, errDamaged) {
		t.Errorf("HTML: %v", err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		data := slices.Clone(good)
		for range 1 + r.IntN(3) {
			data[r.IntN(len(data))] = byte(r.Uint32())
		}
		if tile, err := Decode(data); err == nil {
			Overzoom(tile, 3, 2, 5) // must not crash
		}
	}
}

// A point of a tile is inside the land of the part exactly if it is inside the land of the whole.
func TestOverzoomShowsTheSameLand(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	inside := func(tile Tile, x, y float64) bool {
		in := false
		layer := tile.Layer("earth")
		if layer == nil {
			return false
		}
		for _, ring := range layer.Features[0].Parts {
			for i, a := range ring {
				b := ring[(i+1)%len(ring)]
				ay, by := float64(a.Y), float64(b.Y)
				if (ay > y) != (by > y) && x < float64(a.X)+(y-ay)/(by-ay)*float64(b.X-a.X) {
					in = !in
				}
			}
		}
		return in
	}
	for range 200 {
		var ring []Point
		for range 3 + r.IntN(20) {
			ring = append(ring, Point{r.Int32N(Extent), r.Int32N(Extent)})
		}
		tile := Tile{{Name: "earth", Features: []Feature{{Type: TypePolygon, Parts: [][]Point{ring}}}}}
		levels := 1 + r.IntN(3)
		size := float64(int(Extent) >> levels)
		wrong := 0
		for range 50 {
			x, y := r.Float64()*Extent, r.Float64()*Extent
			part := Overzoom(tile, levels, uint32(x/size), uint32(y/size))
			column, row := float64(int(x/size)), float64(int(y/size))
			if inside(tile, x, y) != inside(part, (x-column*size)*float64(int(1)<<levels), (y-row*size)*float64(int(1)<<levels)) {
				wrong++
			}
		}
		if wrong > 2 { // points at the very edge, by rounding
			t.Fatalf("%d of 50 points differ: %v", wrong, ring)
		}
	}
}

func TestLinesAreCutAtTheBox(t *testing.T) {
	got := Clip(TypeLine, [][]Point{{{-10, 5}, {5, 5}, {5, 20}, {8, 20}, {8, 5}}}, Box{0, 0, 10, 10})
	want := [][]Point{{{0, 5}, {5, 5}, {5, 10}}, {{8, 10}, {8, 5}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
