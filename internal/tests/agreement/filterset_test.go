package agreement

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/tests/contenttest"
)

// savedFilters are n filters as visitors save them, each by its number in decimal digits.
func savedFilters(r *rand.Rand, rows []search.Row, n int) map[string]search.Filter {
	filters := make(map[string]search.Filter, n)
	for i := range n {
		f := randomFilter(r, rows)
		switch i % 10 {
		case 3:
			f.Near = search.Near{Point: randomPoint(r), Km: 0.2 + r.Float64()*10}
		case 6:
			f.Area = randomArea(r, 3+r.IntN(12))
		}
		f.Page, f.Sort = 0, ""
		filters[strconv.Itoa(i)] = f
	}
	return filters
}

// visitorFilters are n filters in the mix that a search form gets: mostly an offer, a type and a
// place, half of them with rooms and a price, few with features or an area alone.
func visitorFilters(r *rand.Rand, rows []search.Row, n int) map[string]search.Filter {
	filters := make(map[string]search.Filter, n)
	for i := range n {
		row := rows[r.IntN(len(rows))]
		f := search.Filter{Kind: search.KindProperties}
		often := func(percent int, set func()) {
			if r.IntN(100) < percent {
				set()
			}
		}
		often(80, func() { f.Offers = some(row.Offers, 1) })
		often(70, func() { f.Types = some(row.Types, 1) })
		often(70, func() { f.Cities = []int{row.City} })
		often(50, func() { f.Beds = row.Beds })
		often(50, func() { f.PriceTo = search.PriceSteps[r.IntN(len(search.PriceSteps))] })
		often(20, func() { f.Features = some(row.Features, 1) })
		often(8, func() { f.Area, f.Cities = randomArea(r, 8), nil })
		filters[strconv.Itoa(i)] = f
	}
	return filters
}

func demoRows(n int) []search.Row {
	var rows []search.Row
	for property := range demo.Generate(n, 5) {
		rows = append(rows, property.Row())
	}
	return rows
}

// TestSavedFiltersAgreeWithAScan compares the reverse search with the comparison of every filter,
// also after filters were replaced and deleted.
func TestSavedFiltersAgreeWithAScan(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	rows := demoRows(2000)
	filters := savedFilters(r, rows, 2000)
	set := index.NewFilterSet()
	for id, f := range savedFilters(r, rows, 2000) {
		set.Put(id, f)
	}
	for id, f := range filters {
		if n, _ := strconv.Atoi(id); n%5 == 0 {
			set.Delete(id)
			delete(filters, id)
			continue
		}
		set.Put(id, f)
	}
	found := 0
	for _, row := range rows[:400] {
		var want []string
		for id, f := range filters {
			if contenttest.Passes(row, f) {
				want = append(want, id)
			}
		}
		slices.Sort(want)
		got, _ := set.Matching(&row)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("property %d passes %v, want %v", row.ID, got, want)
		}
		found += len(want)
	}
	if found < 1000 {
		t.Errorf("only %d matches", found)
	}
}

// TestAChangedPropertyIsComparedWithFewSavedFilters bounds the work of one change: of 20,000
// saved filters at most an eighth is compared on average.
func TestAChangedPropertyIsComparedWithFewSavedFilters(t *testing.T) {
	const saved = 20_000
	set, rows := savedSet(saved)
	total := 0
	for i := range rows[:200] {
		_, compared := set.Matching(&rows[i])
		total += compared
	}
	t.Logf("%d of %d filters were compared on average", total/200, saved)
	if mean := total / 200; mean > saved/8 {
		t.Errorf("on average %d of %d filters were compared, want an eighth at most", mean, saved)
	}
}

func savedSet(n int) (*index.FilterSet, []search.Row) {
	r := rand.New(rand.NewPCG(3, 1))
	rows := demoRows(5000)
	set := index.NewFilterSet()
	for id, f := range visitorFilters(r, rows, n) {
		set.Put(id, f)
	}
	return set, rows
}
