package agreement

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/agency/demo"
	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

const (
	storeCount    = 20
	maxProperties = 200
)

var filterCount = 10_000

// TestIndexScanAndSQLAgree runs 10,000 random filters on random stores with the index, a scan
// and SQL: all must return the same ids in the same order, the same totals and the same counts.
// Some properties change in between.
func TestIndexScanAndSQLAgree(t *testing.T) {
	for seed := range uint64(storeCount) {
		t.Run(fmt.Sprintf("store %d", seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 7))
			properties := slices.Collect(demo.Generate(1+r.IntN(maxProperties), seed))
			db := open(t, properties)
			ix := index.New(index.Config{Rows: db.Rows, MaxChanged: maxProperties})
			if err := ix.Build(t.Context()); err != nil {
				t.Fatal(err)
			}
			db.UseSearcher(ix)
			found := compare(t, r, db, properties)

			properties = change(t, r, db, ix, properties)
			found += compare(t, r, db, properties)
			if run := filterCount / storeCount; len(properties) > 50 && found < run/5 {
				t.Errorf("only %d of %d filters have results: too few for a test", found, run)
			}
		})
	}
}

func open(t *testing.T, properties []*content.Property) *store.Store {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	write(t, db, func(b *store.Batch) error {
		for _, property := range properties {
			if err := b.Put(property); err != nil {
				return err
			}
		}
		return nil
	})
	return db
}

func write(t *testing.T, db *store.Store, batch func(*store.Batch) error) {
	t.Helper()
	if err := db.Write(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

// change deletes some properties and changes others, in the store and, with the rows of the
// store, in the index.
func change(t *testing.T, r *rand.Rand, db *store.Store, ix *index.Index, properties []*content.Property) []*content.Property {
	t.Helper()
	properties = slices.Clone(properties)
	r.Shuffle(len(properties), func(i, j int) { properties[i], properties[j] = properties[j], properties[i] })
	some := len(properties) / 8
	before := db.Generation()
	deleted, changed := properties[:some], properties[some:2*some]
	write(t, db, func(b *store.Batch) error {
		for _, property := range deleted {
			if err := b.Delete(property.Ref()); err != nil {
				return err
			}
		}
		for i, property := range changed {
			next := *property
			next.Price.Amount, next.Price.OnAsk = 100000+10000*r.IntN(300), false
			next.Bedrooms = r.IntN(9)
			changed[i] = &next
			if err := b.Put(&next); err != nil {
				return err
			}
		}
		return nil
	})
	rows, err := db.RowsSince(t.Context(), before)
	if err != nil {
		t.Fatal(err)
	}
	ix.Apply(index.Changes{Put: rows.Put, Deleted: rows.Deleted})
	return properties[some:]
}

// compare runs half of a store's filters and returns how many have results.
func compare(t *testing.T, r *rand.Rand, db *store.Store, properties []*content.Property) (found int) {
	t.Helper()
	entities := make([]content.Entity, len(properties))
	for i, property := range properties {
		entities[i] = property
	}
	scan := contenttest.NewScan(entities)
	tables := inSQLite(t, scan.Rows)
	for range filterCount / storeCount / 2 {
		f := randomFilter(r, scan.Rows)
		list, err := db.Properties(t.Context(), "en", f)
		if err != nil {
			t.Fatal(err)
		}
		got := search.Result{Total: list.Total, TotalPages: list.TotalPages, Counts: list.Counts}
		for _, property := range list.Items {
			got.IDs = append(got.IDs, property.ID)
		}
		byScan, err := scan.Search(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		if diff := differenceOf(got, byScan); diff != "" {
			t.Fatalf("%+v\nindex differs from a scan: %s", f, diff)
		}
		bySQL, err := tables.search(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		if diff := differenceOf(got, bySQL); diff != "" {
			t.Fatalf("%+v\nindex differs from SQL: %s", f, diff)
		}
		found += min(1, list.Total)
	}
	return found
}

// randomFilter returns a filter of one to six parts of an existing property, so that most filters
// have results.
func randomFilter(r *rand.Rand, rows []search.Row) search.Filter {
	row := rows[r.IntN(len(rows))]
	f := search.Filter{
		Kind: search.KindProperties, PerPage: 1 + r.IntN(24), Page: 1 + r.IntN(1+r.IntN(5)),
		Sort: []search.Sort{"", search.SortModified, search.SortPriceHigh, search.SortPriceLow}[r.IntN(4)],
	}
	parts := []func(){
		func() { f.Offers = row.Offers },
		func() { f.Types = append([]int{7}, row.Types...) },
		func() { f.Provinces = []int{row.Province} },
		func() { f.Cities = []int{row.City, rows[r.IntN(len(rows))].City} },
		func() { f.Subareas = []int{row.Subarea} },
		func() { f.Categories = row.Categories },
		func() { f.Beds = row.Beds },
		func() { f.Baths = row.Baths },
		func() { f.PriceFrom = search.PriceSteps[r.IntN(len(search.PriceSteps))] },
		func() { f.PriceTo = search.PriceSteps[r.IntN(len(search.PriceSteps))] },
		func() { f.Collections = row.Collections },
		func() { f.Features = some(row.Features, 1+r.IntN(3)) },
		func() { f.Built = search.Range{From: r.IntN(400), To: r.IntN(2) * 600} },
		func() { f.Plot = search.Range{From: r.IntN(2) * 1000, To: r.IntN(3000)} },
		func() { f.Terrace.From = r.IntN(100) },
		func() { f.IncludeSold = true },
		func() { f.ExcludeIDs = []int{row.ID} },
		func() { f.Reference = strings.ToLower(row.Reference[:min(len(row.Reference), 4+r.IntN(4))]) },
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	for _, part := range parts[:1+r.IntN(6)] {
		part()
	}
	f.Cities = slices.DeleteFunc(f.Cities, func(id int) bool { return id == 0 })
	f.Provinces = slices.DeleteFunc(f.Provinces, func(id int) bool { return id == 0 })
	f.Subareas = slices.DeleteFunc(f.Subareas, func(id int) bool { return id == 0 })
	if f.Plot.To < f.Plot.From {
		f.Plot.To = 0
	}
	return f
}

// some returns the first n of a list.
func some[E any](list []E, n int) []E { return list[:min(n, len(list))] }

func positive[K comparable](counts map[K]int) map[K]int {
	kept := map[K]int{}
	for id, n := range counts {
		if n > 0 {
			kept[id] = n
		}
	}
	return kept
}

// differingCounts compares counts. A missing count equals zero.
func differingCounts(got, want *search.Counts) string {
	if got == nil || want == nil {
		return "counts are missing"
	}
	return cmp.Diff(counted(want), counted(got))
}

func counted(c *search.Counts) []any {
	return []any{
		positive(c.Offers), positive(c.Types), positive(c.Provinces), positive(c.Cities), positive(c.Subareas),
		positive(c.Categories), offered(c.Beds), offered(c.Baths), positive(c.Collections), positive(c.Features),
	}
}

// offered keeps the numbers of rooms that the search panel offers.
func offered(counts map[int]int) map[int]int {
	kept := positive(counts)
	maps.DeleteFunc(kept, func(rooms, _ int) bool { return rooms > search.MaxRooms })
	return kept
}
