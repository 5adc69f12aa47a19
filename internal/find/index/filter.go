package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// group is a list of options from which one filter chooses. The three levels of
// location are one group: choosing a place replaces the place chosen before.
type group int

const (
	groupOffer group = iota
	groupType
	groupLocation
	groupBeds
	groupBaths
	groupCategory
	groupCollection
	groups
)

// query is a filter prepared for a snapshot.
type query struct {
	filter    search.Filter
	reference string // folded
	// wanted are the alternatives of each group, of which a row must have one. None means any.
	wanted [groups][]option
	shapes []shape // positions must lie in all of them
}

func newQuery(f search.Filter) query {
	q := query{filter: f, reference: search.FoldReference(f.Reference)}
	q.want(groupOffer, f.Offers, search.LevelNone)
	q.want(groupType, f.Types, search.LevelNone)
	// Places of all levels are alternatives.
	q.want(groupLocation, f.Provinces, search.LevelProvince)
	q.want(groupLocation, f.Cities, search.LevelCity)
	q.want(groupLocation, f.Subareas, search.LevelSubarea)
	q.want(groupCategory, f.Categories, search.LevelNone)
	if f.Beds > 0 {
		q.want(groupBeds, []int{f.Beds}, search.LevelNone)
	}
	if f.Baths > 0 {
		q.want(groupBaths, []int{f.Baths}, search.LevelNone)
	}
	for _, slug := range f.Collections {
		q.wanted[groupCollection] = append(q.wanted[groupCollection], option{slug: slug})
	}
	if len(f.Area) > 0 {
		q.shapes = append(q.shapes, newPolygon(f.Area))
	}
	if f.Near.Km > 0 {
		q.shapes = append(q.shapes, circle{f.Near})
	}
	if box, ok := f.Map.Limit(); ok {
		q.shapes = append(q.shapes, window{box})
	}
	return q
}

func (q *query) want(g group, ids []int, level search.Level) {
	for _, id := range ids {
		q.wanted[g] = append(q.wanted[g], option{level: level, id: id})
	}
}

// countMatches returns the number of rows that match finds, without the sets that only the
// counts of options need.
func (b *base) countMatches(q *query, masked *roaring.Bitmap, ranges rangeCache) int {
	rows, chosen := b.matching(q, masked, ranges)
	if chosen == nil {
		return int(rows.GetCardinality())
	}
	return int(chosen.AndCardinality(rows))
}

// matchingRows returns the rows that match finds. The result may be shared: read only.
func (b *base) matchingRows(q *query, masked *roaring.Bitmap) *roaring.Bitmap {
	rows, chosen := b.matching(q, masked, nil)
	if chosen == nil {
		return rows
	}
	return roaring.And(chosen, rows)
}

// matching returns two sets of which match finds the rows that are in both: those that pass all that is
// no option, and those that have the options, nil where the query has none.
func (b *base) matching(q *query, masked *roaring.Bitmap, ranges rangeCache) (rest, chosen *roaring.Bitmap) {
	rest = b.onOffer(&q.filter)
	if passing, limited := b.conditions(q, ranges); limited {
		rest = roaring.And(rest, passing)
	}
	if !masked.IsEmpty() {
		rest = roaring.AndNot(rest, masked)
	}
	if len(q.filter.ExcludeIDs) > 0 {
		rest = roaring.AndNot(rest, b.rowsOf(q.filter.ExcludeIDs))
	}
	var sets []*roaring.Bitmap
	for g, alternatives := range q.wanted {
		if len(alternatives) > 0 {
			sets = append(sets, b.anyOf(group(g), alternatives))
		}
	}
	if len(sets) == 0 {
		return rest, nil
	}
	// The smallest sets first: what is left gets small soon.
	slices.SortFunc(sets, func(a, b *roaring.Bitmap) int { return cmp.Compare(a.GetCardinality(), b.GetCardinality()) })
	chosen = sets[0]
	for _, set := range sets[1:] {
		chosen = roaring.And(chosen, set)
	}
	return rest, chosen
}

// anyOf returns the rows that have one of the alternatives. The result may be shared:
// read only.
func (b *base) anyOf(g group, alternatives []option) *roaring.Bitmap {
	sets := make([]*roaring.Bitmap, 0, len(alternatives))
	for _, o := range alternatives {
		if rows := b.options[g].bitmap(o); rows != nil {
			sets = append(sets, rows)
		}
	}
	if len(sets) == 1 {
		return sets[0]
	}
	return roaring.FastOr(sets...)
}

// onOffer returns the rows that a filter may find: the sold ones only when it asks for
// them. The result may be shared: read only.
func (b *base) onOffer(f *search.Filter) *roaring.Bitmap {
	if f.FindsSold() {
		return roaring.Or(b.available, b.sold)
	}
	return b.available
}

// conditions returns the rows that pass all that is no option, and whether there is such a
// condition. Sold and excluded rows are among them. The result may be shared: read only.
func (b *base) conditions(q *query, ranges rangeCache) (rows *roaring.Bitmap, limited bool) {
	and := func(others *roaring.Bitmap) {
		if rows == nil {
			rows = others
		} else {
			rows = roaring.And(rows, others)
		}
	}
	if len(q.filter.IDs) > 0 {
		and(b.rowsOf(q.filter.IDs))
	}
	if from, to := q.filter.PriceFrom, q.filter.PriceTo; from > 0 || to > 0 {
		and(ranges.get(rangeKey{"price", search.Range{From: from, To: to}}, func() *roaring.Bitmap { return b.inPrice(from, to) }))
	}
	b.details(q, and, ranges)
	if q.reference != "" {
		and(b.refs.containing(q.reference, rows))
	}
	return rows, rows != nil
}

// inPrice returns the rows whose price, or range of prices, lies between two limits; 0 is no limit.
func (b *base) inPrice(from, to int) *roaring.Bitmap {
	switch {
	case to == 0 || b.highPrice == b.lowPrice:
		return b.highPrice.within(search.Range{From: from, To: to})
	case from == 0:
		return b.lowPrice.within(search.Range{To: to})
	}
	return roaring.And(b.lowPrice.within(search.Range{To: to}), b.highPrice.within(search.Range{From: from}))
}

// rangeCache has the rows of ranges that several filters have in common; nil caches nothing.
type rangeCache map[rangeKey]*roaring.Bitmap

// rangeKey is a range of prices or of a size.
type rangeKey struct {
	of    string
	limit search.Range
}

func (c rangeCache) get(key rangeKey, compute func() *roaring.Bitmap) *roaring.Bitmap {
	rows, known := c[key]
	if !known {
		rows = compute()
		if c != nil {
			c[key] = rows
		}
	}
	return rows
}

func (b *base) rowsOf(ids []int) *roaring.Bitmap {
	rows := roaring.New()
	for _, id := range ids {
		if row, ok := b.row(id); ok {
			rows.Add(row)
		}
	}
	return rows
}

// failing evaluates the query for one row of the overlay: which groups the row fails,
// and whether it passes the rest. It does not ask whether the row is sold.
func (q *query) failing(row *search.Row) (failed [groups]bool, rest bool) {
	for g := range failed {
		failed[g] = !q.passes(row, group(g))
	}
	return failed, q.passesRest(row)
}

func (q *query) passes(row *search.Row, g group) bool {
	if len(q.wanted[g]) == 0 {
		return true
	}
	has := optionsOf(row, g)
	return slices.ContainsFunc(q.wanted[g], func(o option) bool { return slices.Contains(has, o) })
}

func (q *query) passesRest(row *search.Row) bool {
	f := &q.filter
	switch {
	case len(f.IDs) > 0 && !slices.Contains(f.IDs, row.ID):
		return false
	case slices.Contains(f.ExcludeIDs, row.ID):
		return false
	case q.reference != "" && !strings.Contains(search.FoldReference(row.Reference), q.reference):
		return false
	case f.PriceFrom > 0 && max(row.Price, row.PriceTo) < f.PriceFrom:
		return false
	case f.PriceTo > 0 && (row.Price <= 0 || row.Price > f.PriceTo):
		return false
	}
	return q.passesDetails(row)
}
