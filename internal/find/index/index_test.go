package index

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"estate/internal/content/search"
)

// rowSet holds rows by id, as a source of an Index.
type rowSet map[int]search.Row

func (w rowSet) rows(context.Context) iter.Seq2[search.Row, error] {
	return func(yield func(search.Row, error) bool) {
		for _, row := range w {
			if !yield(row, nil) {
				return
			}
		}
	}
}

var collectionNames = []string{"beachfront", "golf", "new-build"}

// randomRow makes a row over few options, so that filters meet.
func randomRow(r *rand.Rand, id int) search.Row {
	row := search.Row{
		ID: id, Kind: search.KindProperties,
		Offers: []int{3 + r.IntN(2)}, Types: []int{7 + r.IntN(3)},
		Province: 600 + r.IntN(2), City: 700 + r.IntN(3),
		Beds: r.IntN(6), Baths: r.IntN(5), Modified: int64(1000 + r.IntN(40)),
		Sold: r.IntN(8) == 0, Reference: fmt.Sprintf("ZRE%d%c", 1000+r.IntN(300), "PG"[r.IntN(2)]),
	}
	if r.IntN(3) == 0 {
		row.Types = append(row.Types, 10)
	}
	if r.IntN(2) == 0 {
		row.Subarea = 800 + r.IntN(3)
	}
	if r.IntN(4) > 0 {
		row.Price = 50000 + 10000*r.IntN(200)
	}
	if row.Price > 0 && r.IntN(10) == 0 {
		row.PriceTo = row.Price + 10000*r.IntN(100)
	}
	if r.IntN(3) == 0 {
		row.Categories = []int{55 + r.IntN(2)}
	}
	if r.IntN(3) == 0 {
		row.Collections = []string{collectionNames[r.IntN(3)]}
	}
	return row
}

func randomFilter(r *rand.Rand) search.Filter {
	f := search.Filter{Kind: search.KindProperties, PerPage: 1 + r.IntN(9), Page: r.IntN(6)}
	maybe := func(odds int, set func()) {
		if r.IntN(odds) == 0 {
			set()
		}
	}
	maybe(3, func() { f.Offers = []int{3 + r.IntN(2)} })
	maybe(3, func() { f.Types = []int{7 + r.IntN(4), 7 + r.IntN(4)} })
	maybe(4, func() { f.Provinces = []int{600 + r.IntN(3)} })
	maybe(4, func() { f.Cities = []int{700 + r.IntN(3), 700 + r.IntN(3)} })
	maybe(6, func() { f.Subareas = []int{800 + r.IntN(4)} })
	maybe(3, func() { f.Beds = r.IntN(7) })
	maybe(3, func() { f.Baths = r.IntN(6) })
	maybe(6, func() { f.Categories = []int{55 + r.IntN(3)} })
	maybe(6, func() { f.Collections = []string{collectionNames[r.IntN(3)]} })
	maybe(3, func() { f.PriceFrom = 10000 * r.IntN(220) })
	maybe(3, func() { f.PriceTo = 10000 * r.IntN(220) })
	maybe(8, func() { f.Reference = []string{"zre1", "10", "p", "ZRE11", "none"}[r.IntN(5)] })
	maybe(8, func() { f.IDs = []int{r.IntN(300), r.IntN(300), r.IntN(300), r.IntN(300)} })
	maybe(8, func() { f.ExcludeIDs = []int{r.IntN(300), r.IntN(300)} })
	maybe(3, func() { f.IncludeSold = true })
	f.Sort = []search.Sort{"", search.SortModified, search.SortPriceHigh, search.SortPriceLow}[r.IntN(4)]
	return f
}

// scan evaluates a filter row by row. It is the reference implementation.
func scan(w rowSet, f search.Filter) search.Result {
	var hits []search.Row
	for _, row := range w {
		if scanPasses(row, f) {
			hits = append(hits, row)
		}
	}
	slices.SortFunc(hits, func(a, b search.Row) int {
		recent := cmp.Or(cmp.Compare(b.Modified, a.Modified), cmp.Compare(b.ID, a.ID))
		unpriced := func() int {
			switch {
			case a.Price == 0 && b.Price != 0:
				return 1
			case a.Price != 0 && b.Price == 0:
				return -1
			}
			return 0
		}
		switch f.Sort {
		case search.SortPriceLow:
			return cmp.Or(unpriced(), cmp.Compare(a.Price, b.Price), recent)
		case search.SortPriceHigh:
			return cmp.Or(unpriced(), cmp.Compare(b.Price, a.Price), recent)
		case "":
			if len(f.IDs) > 0 {
				return cmp.Compare(slices.Index(f.IDs, a.ID), slices.Index(f.IDs, b.ID))
			}
		}
		return recent
	})
	result := search.Result{Total: len(hits), TotalPages: (len(hits) + f.PerPage - 1) / f.PerPage}
	from := min((max(f.Page, 1)-1)*f.PerPage, len(hits))
	for _, row := range hits[from:min(from+f.PerPage, len(hits))] {
		result.IDs = append(result.IDs, row.ID)
	}
	result.Counts = scanCounts(w, f)
	return result
}

func scanPasses(row search.Row, f search.Filter) bool {
	among := func(wanted []int, carried ...int) bool {
		return len(wanted) == 0 || slices.ContainsFunc(carried, func(id int) bool { return slices.Contains(wanted, id) })
	}
	collection := len(f.Collections) == 0
	for _, slug := range row.Collections {
		collection = collection || slices.Contains(f.Collections, slug)
	}
	return among(f.Offers, row.Offers...) && among(f.Types, row.Types...) &&
		(len(f.Provinces)+len(f.Cities)+len(f.Subareas) == 0 || slices.Contains(f.Provinces, row.Province) ||
			slices.Contains(f.Cities, row.City) || slices.Contains(f.Subareas, row.Subarea)) &&
		among(f.Categories, row.Categories...) && collection &&
		row.Beds >= f.Beds && row.Baths >= f.Baths &&
		(f.PriceFrom == 0 || max(row.Price, row.PriceTo) >= f.PriceFrom) &&
		(f.PriceTo == 0 || row.Price > 0 && row.Price <= f.PriceTo) &&
		(f.Reference == "" || strings.Contains(strings.ToLower(row.Reference), strings.ToLower(f.Reference))) &&
		(len(f.IDs) == 0 || slices.Contains(f.IDs, row.ID)) && !slices.Contains(f.ExcludeIDs, row.ID) &&
		(f.IncludeSold || !row.Sold)
}

// scanCounts counts every option on its own, in place of the choice of its list.
func scanCounts(w rowSet, f search.Filter) *search.Counts {
	count := func(change func(*search.Filter)) int {
		other := f
		change(&other)
		n := 0
		for _, row := range w {
			if scanPasses(row, other) {
				n++
			}
		}
		return n
	}
	fill := func(from, to int, change func(f *search.Filter, id int)) map[int]int {
		counts := map[int]int{}
		for id := from; id <= to; id++ {
			if n := count(func(f *search.Filter) { change(f, id) }); n > 0 {
				counts[id] = n
			}
		}
		return counts
	}
	place := func(f *search.Filter) { f.Provinces, f.Cities, f.Subareas = nil, nil, nil }
	counts := &search.Counts{
		Offers:      fill(3, 5, func(f *search.Filter, id int) { f.Offers = []int{id} }),
		Types:       fill(7, 10, func(f *search.Filter, id int) { f.Types = []int{id} }),
		Provinces:   fill(600, 602, func(f *search.Filter, id int) { place(f); f.Provinces = []int{id} }),
		Cities:      fill(700, 702, func(f *search.Filter, id int) { place(f); f.Cities = []int{id} }),
		Subareas:    fill(800, 803, func(f *search.Filter, id int) { place(f); f.Subareas = []int{id} }),
		Categories:  fill(55, 57, func(f *search.Filter, id int) { f.Categories = []int{id} }),
		Beds:        fill(1, 6, func(f *search.Filter, id int) { f.Beds = id }),
		Baths:       fill(1, 5, func(f *search.Filter, id int) { f.Baths = id }),
		Collections: map[string]int{}, Features: map[string]int{},
	}
	for _, slug := range collectionNames {
		if n := count(func(f *search.Filter) { f.Collections = []string{slug} }); n > 0 {
			counts.Collections[slug] = n
		}
	}
	return counts
}

// TestIndexAgreesWithAScan compares ids, order, totals and counts over random row sets,
// with and without an overlay. Some stores have the codes of many combinations, and some count
// without codes: by the set of every option.
func TestIndexAgreesWithAScan(t *testing.T) {
	const stores, filters = 25, 400
	for seed := range uint64(stores) {
		r := rand.New(rand.NewPCG(seed, 7))
		w := rowSet{}
		for range r.IntN(260) {
			id := 1 + r.IntN(300)
			w[id] = randomRow(r, id)
		}
		ix := New(Config{Rows: w.rows})
		if err := ix.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		base := (*ix.current.Load())[search.KindProperties].base
		switch seed % 3 {
		case 1:
			base.codes = [groups]codes{}
		case 2:
			for g := range base.codes {
				base.codes[g] = widened(base.codes[g])
			}
		}
		for i := range filters {
			if i > 0 && i%40 == 0 {
				ix.Apply(change(r, w))
			}
			f := randomFilter(r)
			got, err := ix.Search(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			want := scan(w, f)
			if len(got.IDs) == 0 {
				got.IDs = nil
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Fatalf("store %d, filter %+v: index (+) differs from scan (-):\n%s", seed, f, diff)
			}
			if total := ix.Counter()(f); total != want.Total {
				t.Fatalf("store %d, filter %+v: the counter finds %d, a scan %d", seed, f, total, want.Total)
			}
		}
	}
}

// widened returns codes in two bytes each, as they are with many combinations.
func widened(c codes) codes {
	wide := make([]uint16, len(c.narrow))
	for row, code := range c.narrow {
		wide[row] = uint16(code)
	}
	return codes{wide: wide}
}

// change alters some rows of w and returns the changes for the index.
func change(r *rand.Rand, w rowSet) Changes {
	changes := Changes{Deleted: map[search.Kind][]int{}}
	for range r.IntN(12) {
		id := 1 + r.IntN(300)
		if _, exists := w[id]; exists && r.IntN(3) == 0 {
			delete(w, id)
			changes.Deleted[search.KindProperties] = append(changes.Deleted[search.KindProperties], id)
			changes.Put = slices.DeleteFunc(changes.Put, func(row search.Row) bool { return row.ID == id })
			continue
		}
		w[id] = randomRow(r, id)
		changes.Put = append(changes.Put, w[id])
		deleted := changes.Deleted[search.KindProperties]
		changes.Deleted[search.KindProperties] = slices.DeleteFunc(deleted, func(other int) bool { return other == id })
	}
	return changes
}

func TestChangesDuringABuildAreNotLost(t *testing.T) {
	w := rowSet{1: {ID: 1, Kind: search.KindProperties}, 2: {ID: 2, Kind: search.KindProperties}}
	var ix *Index
	ix = New(Config{Rows: func(ctx context.Context) iter.Seq2[search.Row, error] {
		return func(yield func(search.Row, error) bool) {
			for row, err := range w.rows(ctx) {
				yield(row, err)
			}
			// The rows are read; now one is withdrawn and one published.
			ix.Apply(Changes{
				Put:     []search.Row{{ID: 3, Kind: search.KindProperties}},
				Deleted: map[search.Kind][]int{search.KindProperties: {1}},
			})
		}
	}})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	result, _ := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties})
	if diff := gocmp.Diff([]int{3, 2}, result.IDs); diff != "" {
		t.Errorf("ids after the build (-want +got):\n%s", diff)
	}
}

func TestAFailedBuildKeepsTheRows(t *testing.T) {
	w := rowSet{1: {ID: 1, Kind: search.KindProperties}}
	broken := false
	ix := New(Config{Rows: func(ctx context.Context) iter.Seq2[search.Row, error] {
		return func(yield func(search.Row, error) bool) {
			for row := range w.rows(ctx) {
				yield(row, nil)
			}
			if broken {
				yield(search.Row{}, fmt.Errorf("disk failure"))
			}
		}
	}})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	broken = true
	if err := ix.Build(t.Context()); err == nil {
		t.Error("a build over a failing source reported no error")
	}
	if got := ix.Len(search.KindProperties); got != 1 {
		t.Errorf("%d rows after the failed build, want the 1 from before", got)
	}
}

func TestApplyReportsThatABuildIsDue(t *testing.T) {
	ix := New(Config{MaxChanged: 2, Rows: rowSet{}.rows})
	put := func(id int) bool {
		return ix.Apply(Changes{Put: []search.Row{{ID: id, Kind: search.KindProperties}}})
	}
	if put(1) || put(2) {
		t.Error("a build is due before the limit")
	}
	if !put(3) {
		t.Error("no build is due past the limit")
	}
}

func TestUnknownCollectionIsAnError(t *testing.T) {
	if _, err := New(Config{Rows: rowSet{}.rows}).Search(t.Context(), search.Filter{Kind: "yachts"}); err == nil {
		t.Error("searching yachts reported no error")
	}
}

// TestChangesThatABaseHasAreNotApplied: their rows are older than the base, and a search found a part
// of a later batch (seed 790 of TestSimulateCatchUp).
func TestChangesThatABaseHasAreNotApplied(t *testing.T) {
	row := func(price int) search.Row {
		return search.Row{ID: 1, Kind: search.KindProperties, Price: price, PriceTo: price}
	}
	var ix *Index
	older := Changes{Last: 5, Put: []search.Row{row(100_000)}}
	ix = New(Config{
		Rows: func(context.Context) iter.Seq2[search.Row, error] {
			return func(yield func(search.Row, error) bool) {
				ix.Apply(older) // during the build
				yield(row(300_000), nil)
			}
		},
		Last: func() uint64 { return 6 },
	})
	priced := func(price int) bool {
		found, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties, PriceFrom: price, PriceTo: price})
		return err == nil && found.Total == 1
	}
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !priced(300_000) {
		t.Error("changes from before the build replaced a row of the base")
	}
	if ix.Apply(older); !priced(300_000) {
		t.Error("changes that were read before the build replaced a row of the base")
	}
	if ix.Apply(Changes{Last: 7, Put: []search.Row{row(400_000)}}); !priced(400_000) {
		t.Error("later changes were not applied")
	}
}
