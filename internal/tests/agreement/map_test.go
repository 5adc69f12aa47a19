package agreement

import (
	"math/rand/v2"
	"slices"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/tests/contenttest"
)

// TestMapAgreesWithAScan compares the cells of random windows with a scan of all rows: none
// is lost or counted twice, each is in a cell that has it, and few have a cell each.
func TestMapAgreesWithAScan(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	rows := slices.Collect(func(yield func(search.Row) bool) {
		i := 0
		for property := range demo.Generate(12_000, 5) {
			row := property.Row()
			switch i++; {
			case i%7 == 0:
				row.Position = search.Point{}
			case i%3 > 0:
				row.Position = randomPosition(r)
			}
			if !yield(row) {
				return
			}
		}
	})
	scan := &contenttest.Scan{Rows: rows}
	ix := indexOf(t, rows[:11_500], rows[11_500:])
	for i := range 300 {
		f := search.Filter{Kind: search.KindProperties}
		if i%3 == 1 {
			f.Types, f.Beds = []int{7, 15}, r.IntN(4)
		}
		if i%10 == 9 {
			f.Near = search.Near{Point: randomPoint(r), Km: 0.3}
		}
		centre, size := randomPoint(r), 0.002+r.Float64()*0.4
		window := search.Box{South: centre.Lat - size/2, West: centre.Lng - size, North: centre.Lat + size/2, East: centre.Lng + size}
		checkWindow(t, ix, scan, f, window, 8+r.Float64()*10)
		checkWindow(t, ix, scan, f, search.Box{}, 0)

		f.Map = search.MapView{Shown: true, Window: window}
		got, err := ix.Search(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := scan.Search(t.Context(), f)
		if diff := differenceOf(got, want); diff != "" {
			t.Fatalf("%+v: %s", f, diff)
		}
	}
}

func checkWindow(t *testing.T, ix *index.Index, scan *contenttest.Scan, f search.Filter, window search.Box, zoom float64) {
	t.Helper()
	got, err := ix.Map(t.Context(), f, window, zoom)
	if err != nil {
		t.Fatal(err)
	}
	total, unplaced, inCells, outside := 0, 0, 0, 0
	for _, row := range scan.Rows {
		if !contenttest.Passes(row, f) {
			continue
		}
		total++
		if row.Position == (search.Point{}) {
			unplaced++
			continue
		}
		holding := slices.ContainsFunc(got.Cells, func(c search.MapCell) bool { return c.Bounds.Contains(row.Position) })
		wanted := window == (search.Box{}) || window.Contains(row.Position)
		if wanted && !holding {
			t.Fatalf("%+v, window %+v: no cell has property %d at %+v", f, window, row.ID, row.Position)
		}
		if wanted {
			inCells++
		} else {
			outside++
		}
	}
	if got.Total != total || got.Unplaced != unplaced {
		t.Fatalf("%+v: %d properties, %d without a position; want %d, %d", f, got.Total, got.Unplaced, total, unplaced)
	}
	counted := 0
	for _, cell := range got.Cells {
		counted += cell.Count
		if !cell.Bounds.Contains(cell.At) || cell.Count == 1 && cell.ID == 0 || cell.Count < 1 {
			t.Fatalf("cell %+v", cell)
		}
	}
	// A window is extended to whole cells, by at most the properties outside it.
	if counted < inCells || counted > inCells+outside {
		t.Fatalf("%+v, window %+v: the cells count %d properties, want %d to %d", f, window, counted, inCells, inCells+outside)
	}
	if counted <= 200 && len(got.Cells) != counted {
		t.Fatalf("%d cells for %d properties", len(got.Cells), counted)
	}
	if len(got.Cells) > 1024 {
		t.Fatalf("%d cells", len(got.Cells))
	}
}
