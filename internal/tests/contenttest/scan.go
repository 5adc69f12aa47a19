package contenttest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/search"
)

// Scan is a content.Searcher that checks every row against search.Filter. It is slow and the
// reference for other searchers.
type Scan struct{ Rows []search.Row }

// NewScan returns a Scan of the published properties and developments among entities.
func NewScan(entities []content.Entity) *Scan {
	s := &Scan{}
	for _, entity := range entities {
		switch e := entity.(type) {
		case *content.Property:
			if e.Status == content.StatusPublish {
				s.Rows = append(s.Rows, e.Row())
			}
		case *content.Development:
			if e.Status == content.StatusPublish {
				s.Rows = append(s.Rows, e.Row())
			}
		}
	}
	return s
}

// Search returns one page of ids, the total and all counts.
func (s *Scan) Search(_ context.Context, f search.Filter) (search.Result, error) {
	hits := s.matching(f)
	slices.SortFunc(hits, order(f))
	perPage, page := cmp.Or(f.PerPage, search.PerPage), max(f.Page, 1)
	result := search.Result{Total: len(hits), TotalPages: (len(hits) + perPage - 1) / perPage, Counts: s.counts(f)}
	from := min((page-1)*perPage, len(hits))
	for _, row := range hits[from:min(from+perPage, len(hits))] {
		result.IDs = append(result.IDs, row.ID)
	}
	return result, nil
}

func (s *Scan) matching(f search.Filter) []search.Row {
	var hits []search.Row
	for _, row := range s.Rows {
		if Passes(row, f) {
			hits = append(hits, row)
		}
	}
	return hits
}

// Passes reports whether a row matches a filter. A row without a public price matches no price
// filter. A development matches when its price range overlaps the range of the filter.
func Passes(row search.Row, f search.Filter) bool {
	upper := max(row.Price, row.PriceTo)
	switch {
	case row.Kind != f.Kind,
		row.Sold && !f.FindsSold(),
		!anyOf(f.Offers, row.Offers...),
		!anyOf(f.Types, row.Types...),
		!isInPlaces(f, row),
		!anyOf(f.Categories, row.Categories...),
		!anyOf(f.Collections, row.Collections...),
		!allOf(f.Features, row.Features),
		!f.Built.Contains(row.Built),
		!f.Plot.Contains(row.Plot),
		!f.Terrace.Contains(row.Terrace),
		!isWithin(f, row.Position),
		row.Beds < f.Beds,
		row.Baths < f.Baths,
		f.PriceFrom > 0 && upper < f.PriceFrom,
		f.PriceTo > 0 && (row.Price == 0 || row.Price > f.PriceTo),
		!strings.Contains(strings.ToLower(row.Reference), strings.ToLower(strings.TrimSpace(f.Reference))),
		!anyOf(f.IDs, row.ID),
		slices.Contains(f.ExcludeIDs, row.ID):
		return false
	}
	return true
}

// isInPlaces reports whether a row lies in one of the places, of whatever level; no place matches all.
func isInPlaces(f search.Filter, row search.Row) bool {
	return len(f.Provinces)+len(f.Cities)+len(f.Subareas) == 0 || slices.Contains(f.Provinces, row.Province) ||
		slices.Contains(f.Cities, row.City) || slices.Contains(f.Subareas, row.Subarea)
}

func allOf(wanted, present []string) bool {
	return !slices.ContainsFunc(wanted, func(v string) bool { return !slices.Contains(present, v) })
}

func isWithin(f search.Filter, p search.Point) bool {
	window, limited := f.Map.Limit()
	if len(f.Area) == 0 && f.Near.Km == 0 && !limited {
		return true
	}
	return p != search.Point{} && (!limited || window.Contains(p)) && (len(f.Area) == 0 || search.InArea(f.Area, p)) &&
		(f.Near.Km == 0 || f.Near.Contains(p))
}

// anyOf reports whether one of the wanted values is present; an empty list matches all.
func anyOf[V comparable](wanted []V, present ...V) bool {
	if len(wanted) == 0 {
		return true
	}
	return slices.ContainsFunc(present, func(v V) bool { return slices.Contains(wanted, v) })
}

// order returns the comparison of f's sort order: rows without a public price last, ties by the
// newest modification, then by the highest id.
func order(f search.Filter) func(a, b search.Row) int {
	return func(a, b search.Row) int {
		newest := cmp.Or(cmp.Compare(b.Modified, a.Modified), cmp.Compare(b.ID, a.ID))
		switch {
		case f.Sort == "" && len(f.IDs) > 0:
			return cmp.Compare(slices.Index(f.IDs, a.ID), slices.Index(f.IDs, b.ID))
		case f.IsRanked():
			return cmp.Or(cmp.Compare(f.Rank.Of(a.Offers, a.Types), f.Rank.Of(b.Offers, b.Types)), newest)
		case f.Sort != search.SortPriceHigh && f.Sort != search.SortPriceLow:
			return newest
		case a.Price == 0 || b.Price == 0:
			return cmp.Or(cmp.Compare(min(b.Price, 1), min(a.Price, 1)), newest)
		case f.Sort == search.SortPriceHigh:
			return cmp.Or(cmp.Compare(b.Price, a.Price), newest)
		}
		return cmp.Or(cmp.Compare(a.Price, b.Price), newest)
	}
}

// counts returns the number of results for every option in place of its own list. The three levels
// of location are one list: a chosen location replaces the others.
func (s *Scan) counts(f search.Filter) *search.Counts {
	byID := func(clear func(*search.Filter), of func(search.Row) []int) map[int]int {
		g := f
		clear(&g)
		counts := map[int]int{}
		for _, row := range s.matching(g) {
			for _, id := range unique(of(row)) {
				if id != 0 {
					counts[id]++
				}
			}
		}
		return counts
	}
	clearLocation := func(f *search.Filter) { f.Provinces, f.Cities, f.Subareas = nil, nil, nil }
	c := &search.Counts{
		Offers:      byID(func(f *search.Filter) { f.Offers = nil }, func(r search.Row) []int { return r.Offers }),
		Types:       byID(func(f *search.Filter) { f.Types = nil }, func(r search.Row) []int { return r.Types }),
		Provinces:   byID(clearLocation, func(r search.Row) []int { return []int{r.Province} }),
		Cities:      byID(clearLocation, func(r search.Row) []int { return []int{r.City} }),
		Subareas:    byID(clearLocation, func(r search.Row) []int { return []int{r.Subarea} }),
		Categories:  map[int]int{},
		Beds:        byID(func(f *search.Filter) { f.Beds = 0 }, func(r search.Row) []int { return upTo(r.Beds) }),
		Baths:       byID(func(f *search.Filter) { f.Baths = 0 }, func(r search.Row) []int { return upTo(r.Baths) }),
		Collections: map[string]int{},
		Features:    map[string]int{},
	}
	for _, row := range s.Rows {
		for _, id := range unique(row.Categories) {
			g := f
			if g.Categories = []int{id}; Passes(row, g) {
				c.Categories[id]++
			}
		}
	}
	for _, row := range s.matching(f) {
		for _, feature := range unique(row.Features) {
			c.Features[feature]++
		}
	}
	g := f
	g.Collections = nil
	for _, row := range s.matching(g) {
		for _, collection := range unique(row.Collections) {
			c.Collections[collection]++
		}
	}
	return c
}

func unique[V cmp.Ordered](list []V) []V { return slices.Compact(slices.Sorted(slices.Values(list))) }

// upTo returns the options "at least i" that n rooms match.
func upTo(n int) []int {
	var steps []int
	for i := 1; i <= min(n, search.MaxRooms); i++ {
		steps = append(steps, i)
	}
	return steps
}
