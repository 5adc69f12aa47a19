package index

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"estate/internal/content/search"
)

// position is the sort key of a base row or an overlay row.
type position struct {
	id       int
	rank     int8 // search.Rank.Of, 0 in other orders
	price    int32
	modified int64
}

// comparison returns the order of a sort. Ties are decided by the newest change, then the
// highest id: every order is total and pages never overlap.
func comparison(sort search.Sort) func(a, b position) int {
	recent := func(a, b position) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.modified, a.modified), cmp.Compare(b.id, a.id))
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

func (b *base) position(m *matches, row uint32) position {
	return position{b.id(row), m.rankOf(row), b.low[row], b.modified.at(row)}
}

// window returns the matches of a filter at positions from to to-1 of its order.
func (b *base) window(m *matches, f *search.Filter, from, to int) []uint32 {
	from, to = min(max(from, 0), m.total), min(max(to, 0), m.total)
	if from >= to {
		return nil
	}
	if f.IsRanked() {
		return m.rankedRows(from, to)
	}
	if f.Sort != search.SortPriceLow && f.Sort != search.SortPriceHigh {
		return firstRows(m.all, from, to)
	}
	falling := f.Sort == search.SortPriceHigh
	if m.total <= fewMatches && m.total < b.n/16 {
		return b.sortFew(m, falling, from, to)
	}
	return b.walk(m, b.placesOf(f), falling, from, to)
}

// firstRows returns a window in bit order, which is the default order.
func firstRows(words []uint64, from, to int) []uint32 {
	rows := make([]uint32, 0, to-from)
	place := 0
	for at, word := range words {
		n := bits.OnesCount64(word)
		if place+n <= from {
			place += n
			continue
		}
		for ; word != 0; word &= word - 1 {
			if place++; place > from {
				rows = append(rows, uint32(at)<<6+uint32(bits.TrailingZeros64(word)))
			}
			if place == to {
				return rows
			}
		}
	}
	return rows
}

// setRanks divides the matches into the parts of a filter's Rank.
func (m *matches) setRanks(b *base, f *search.Filter, memory *wordMemory) {
	if !f.IsRanked() {
		return
	}
	alternatives := func(ids []int) []option {
		options := make([]option, len(ids))
		for i, id := range ids {
			options[i] = option{id: id}
		}
		return options
	}
	first := b.wordsOfAny(groupOffer, alternatives(f.Rank.First), memory)
	last := b.wordsOfAny(groupType, alternatives(f.Rank.Last), memory)
	for rank := range m.ranks {
		m.ranks[rank] = memory.take(len(m.all))
	}
	for i, word := range m.all {
		m.ranks[0][i] = word & first[i] &^ last[i]
		m.ranks[1][i] = word &^ first[i] &^ last[i]
		m.ranks[2][i] = word & last[i]
	}
}

// rankOf is the part of a match, 0 in other orders.
func (m *matches) rankOf(row uint32) int8 {
	for rank, words := range m.ranks {
		if words != nil && has(words, row) {
			return int8(rank)
		}
	}
	return 0
}

// rankedRows returns a window of the parts, one after the other.
func (m *matches) rankedRows(from, to int) []uint32 {
	rows := make([]uint32, 0, to-from)
	before := 0
	for _, words := range m.ranks {
		n := countOf(words)
		if low, high := max(from-before, 0), min(to-before, n); low < high {
			rows = append(rows, firstRows(words, low, high)...)
		}
		before += n
	}
	return rows
}

// fewMatches is the number of rows up to which sorting them is faster than scanning the
// prepared order.
const fewMatches = 8192

// placesOf returns the range of byPrice that has all rows with the prices of a filter.
func (b *base) placesOf(f *search.Filter) placeRange {
	order := &b.byPrice
	first := func(price int32) int {
		place, _ := slices.BinarySearchFunc(order.rows[:order.priced], price,
			func(row uint32, price int32) int { return cmp.Compare(b.low[row], price) })
		return place
	}
	places := placeRange{0, b.n}
	if f.PriceFrom > 0 && b.highPrice == b.lowPrice { // else the lower price of a row may be below the limit
		places = placeRange{first(price32(f.PriceFrom)), order.priced}
	}
	if f.PriceTo > 0 {
		places.to = first(price32(min(f.PriceTo, math.MaxInt32-1)) + 1)
	}
	return places
}

// countedRows is how many rows of the order are counted before they are looked at one by one.
const countedRows = 256

// walk returns a window of a range of an order of prices, by scanning it from the nearer end.
// Rows before the window are counted.
func (b *base) walk(m *matches, places placeRange, falling bool, from, to int) []uint32 {
	rows := make([]uint32, 0, to-from)
	if from <= m.total-to {
		seen := 0
		for part := range b.byPrice.parts(places, falling) {
			for block := range slices.Chunk(part, countedRows) {
				if n := countIn(m.all, block); seen+n <= from {
					seen += n
					continue
				}
				for _, row := range block {
					if !has(m.all, row) {
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
	}
	place := m.total
	for part := range b.byPrice.partsFromEnd(places, falling) {
		for end := len(part); end > 0; end -= countedRows {
			block := part[max(end-countedRows, 0):end]
			if n := countIn(m.all, block); place-n >= to {
				place -= n
				continue
			}
			for _, row := range slices.Backward(block) {
				if !has(m.all, row) {
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
	}
	return nil
}

// countIn returns how many of some rows are in a set.
func countIn(words []uint64, rows []uint32) int {
	n := uint64(0)
	for _, row := range rows {
		n += words[row>>6] >> (row & 63) & 1
	}
	return int(n)
}

func (b *base) sortFew(m *matches, falling bool, from, to int) []uint32 {
	rows := appendRows(make([]uint32, 0, m.total), m.all)
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
