package index

import (
	"cmp"
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"estate/internal/content/search"
)

// TestPagesByPrice compares pages of many results by price, with limits of price, with a sort of all rows.
func TestPagesByPrice(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	for _, ranges := range []bool{false, true} { // prices of a development go from one to another
		rows := make([]search.Row, 3000)
		for i := range rows {
			rows[i] = search.Row{ID: i + 1, Kind: search.KindProperties, Price: r.IntN(9) * r.IntN(200), Modified: int64(r.IntN(500)), Types: []int{1 + r.IntN(3)}}
			if ranges && rows[i].Price > 0 && r.IntN(4) == 0 {
				rows[i].PriceTo = rows[i].Price + r.IntN(900)
			}
		}
		ix := New(Config{Rows: func(context.Context) iter.Seq2[search.Row, error] { return withoutErrors(rows) }})
		if err := ix.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 400 {
			f := search.Filter{Kind: search.KindProperties, Sort: []search.Sort{search.SortPriceLow, search.SortPriceHigh}[r.IntN(2)], Page: 1 + r.IntN(60), PerPage: 1 + r.IntN(60)}
			if r.IntN(3) > 0 {
				f.PriceFrom = r.IntN(1600)
			}
			if r.IntN(3) > 0 {
				f.PriceTo = max(f.PriceFrom, r.IntN(1600))
			}
			if r.IntN(2) > 0 {
				f.Types = []int{1 + r.IntN(3)}
			}
			found, err := ix.Search(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			total, want := sortedPage(rows, &f)
			if found.Total != total || !slices.Equal(found.IDs, want) {
				t.Fatalf("%+v, ranges %v\nfound %d: %v\nwant  %d: %v", f, ranges, found.Total, found.IDs, total, want)
			}
		}
	}
}

// TestPagesInTheRecommendedOrder compares pages, with changed rows over the base, with a sort of all rows.
func TestPagesInTheRecommendedOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 11))
	row := func(id int) search.Row {
		return search.Row{ID: id, Kind: search.KindProperties, Modified: int64(r.IntN(90)), Offers: []int{[]int{3, 10, 12}[r.IntN(3)]}, Types: []int{1 + r.IntN(4)}}
	}
	rows := make([]search.Row, 500)
	for i := range rows {
		rows[i] = row(i + 1)
	}
	ix := New(Config{Rows: func(context.Context) iter.Seq2[search.Row, error] { return withoutErrors(slices.Clone(rows)) }})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		at := r.IntN(len(rows))
		rows[at] = row(at + 1)
		ix.Apply(Changes{Put: []search.Row{rows[at]}})
	}
	rank := search.Rank{First: []int{3}, Last: []int{2, 4}}
	want := slices.Clone(rows)
	slices.SortFunc(want, func(a, b search.Row) int {
		return cmp.Or(cmp.Compare(rank.Of(a.Offers, a.Types), rank.Of(b.Offers, b.Types)), cmp.Compare(b.Modified, a.Modified), cmp.Compare(b.ID, a.ID))
	})
	for page := 1; page <= 23; page++ {
		found, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties, Rank: rank, Page: page, PerPage: 23})
		if err != nil {
			t.Fatal(err)
		}
		for i, id := range found.IDs {
			if at := (page-1)*23 + i; want[at].ID != id {
				t.Fatalf("page %d has %d at place %d, want %d", page, id, at, want[at].ID)
			}
		}
	}
}

// sortedPage returns the number of results of a filter and the page of them.
func sortedPage(rows []search.Row, f *search.Filter) (total int, ids []int) {
	q := newQuery(*f)
	var passing []search.Row
	for _, row := range rows {
		if failed, rest := q.failing(&row); rest && failed == ([groups]bool{}) {
			passing = append(passing, row)
		}
	}
	slices.SortFunc(passing, func(a, b search.Row) int {
		price := cmp.Compare(a.Price, b.Price)
		if f.Sort == search.SortPriceHigh {
			price = -price
		}
		if (a.Price == 0) != (b.Price == 0) {
			price = cmp.Compare(b.Price, a.Price) // without a price comes last
		}
		return cmp.Or(price, cmp.Compare(b.Modified, a.Modified), cmp.Compare(b.ID, a.ID))
	})
	from := min((f.Page-1)*f.PerPage, len(passing))
	for _, row := range passing[from:min(from+f.PerPage, len(passing))] {
		ids = append(ids, row.ID)
	}
	return len(passing), ids
}
