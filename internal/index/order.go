package index

import (
	"cmp"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/search"
)

// position is the sort key of a base row or an overlay row.
type position struct {
	id       int
	price    int32
	modified int64
}

// comparison returns the order of a sort. Ties are decided by the newest change, then the
// highest id: every order is total and pages never overlap.
func comparison(sort search.Sort) func(a, b position) int {
	recent := func(a, b position) int {
		return cmp.Or(cmp.Compare(b.modified, a.modified), cmp.Compare(b.id, a.id))
	}
	switch sort {
	case search.SortPriceLow:
		return func(a, b position) int { return cmp.Or(compareLow(a.price, b.price), recent(a, b)) }
	case search.SortPriceHigh:
		return func(a, b position) int { return cmp.Or(compareHigh(a.price, b.price), recent(a, b)) }
	}
	return recent
}

func (b *base) id(row uint32) int { return int(b.ids.at(row)) }

func (b *base) position(row uint32) position {
	return position{b.id(row), b.low[row], b.modified.at(row)}
}

// window returns the matches at positions from to to-1 of an order.
func (b *base) window(all *roaring.Bitmap, sort search.Sort, from, to int) []uint32 {
	total := int(all.GetCardinality())
	from, to = min(max(from, 0), total), min(max(to, 0), total)
	if from >= to {
		return nil
	}
	switch sort {
	case search.SortPriceLow:
		return b.walk(all, false, total, from, to)
	case search.SortPriceHigh:
		return b.walk(all, true, total, from, to)
	}
	return firstRows(all, from, to)
}

// firstRows returns a window in bit order, which is the default order.
func firstRows(all *roaring.Bitmap, from, to int) []uint32 {
	first, err := all.Select(uint32(from))
	if err != nil {
		return nil
	}
	it := all.Iterator()
	it.AdvanceIfNeeded(first)
	rows := make([]uint32, 0, to-from)
	for len(rows) < to-from && it.HasNext() {
		rows = append(rows, it.Next())
	}
	return rows
}

// fewMatches is the number of rows up to which sorting them is faster than scanning the
// prepared order.
const fewMatches = 8192

// walk returns a window of an order of prices, by scanning it from the nearer end.
func (b *base) walk(all *roaring.Bitmap, falling bool, total, from, to int) []uint32 {
	if total <= fewMatches && total < b.n/16 {
		return b.sortFew(all, falling, from, to)
	}
	dense := all.ToDense()
	has := func(row uint32) bool {
		word := int(row >> 6)
		return word < len(dense) && dense[word]&(1<<(row&63)) != 0
	}
	rows := make([]uint32, 0, to-from)
	if from <= total-to {
		seen := 0
		for part := range b.byPrice.parts(falling) {
			for _, row := range part {
				if !has(row) {
					continue
				}
				if seen++; seen > from {
					rows = append(rows, row)
				}
				if seen == to {
					return rows
				}
			}
		}
	}
	place := total
	for part := range b.byPrice.partsFromEnd(falling) {
		for _, row := range slices.Backward(part) {
			if !has(row) {
				continue
			}
			if place--; place < to {
				rows = append(rows, row)
			}
			if place == from {
				slices.Reverse(rows)
				return rows
			}
		}
	}
	return nil
}

func (b *base) sortFew(all *roaring.Bitmap, falling bool, from, to int) []uint32 {
	rows := all.ToArray()
	keys := make([]uint64, len(rows)) // the price above the row number
	for i, row := range rows {
		price := uint32(b.low[row])
		if falling || price == 0 {
			price = math.MaxUint32 - price
		}
		keys[i] = uint64(price)<<32 | uint64(row)
	}
	slices.Sort(keys)
	rows = rows[:to-from]
	for i, key := range keys[from:to] {
		rows[i] = uint32(key)
	}
	return rows
}
