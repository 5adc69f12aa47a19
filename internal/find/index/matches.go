package index

import (
	"math/bits"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// matches are the rows of a base that pass a query, and the parts of that set, one bit a row.
// Slices may be those of the base: read only.
type matches struct {
	rest   []uint64         // pass all that is no option: price, reference, ids, sold …
	chosen [groups][]uint64 // pass one group; nil where the query does not use it
	// inSold are the rows of the category Sold that pass all that is no option, sold or not.
	// It is nil for a query that finds sold properties anyhow.
	inSold []uint64
	all    []uint64 // pass the query
	total  int      // number of rows that pass the query
	// ranks are the parts of all in the order of the filter's Rank; nil in other orders.
	ranks [search.Ranks][]uint64
}

// wordMemory has slices of words for one search, which the next one uses again.
type wordMemory struct {
	slices [][]uint64
	taken  int
}

// take returns a slice of words of any content.
func (m *wordMemory) take(words int) []uint64 {
	if m.taken == len(m.slices) {
		m.slices = append(m.slices, nil)
	}
	slice := &m.slices[m.taken]
	m.taken++
	if cap(*slice) < words {
		*slice = make([]uint64, words)
	}
	return (*slice)[:words]
}

// takeEmpty returns a slice of words without rows.
func (m *wordMemory) takeEmpty(words int) []uint64 {
	slice := m.take(words)
	clear(slice)
	return slice
}

// match returns the rows that pass a query, in memory that must not be used again before them.
func (b *base) match(q *query, masked *roaring.Bitmap, memory *wordMemory) *matches {
	memory.taken = 0
	passing, limited := b.conditions(q, nil)
	var limits []uint64
	if limited {
		limits = memory.takeEmpty(wordsOf(b.n))
		passing.WriteDenseTo(limits)
	}
	without := masked
	if len(q.filter.ExcludeIDs) > 0 {
		without = roaring.Or(masked, b.rowsOf(q.filter.ExcludeIDs))
	}
	rest := func(rows []uint64) []uint64 {
		if !limited && without.IsEmpty() {
			return rows
		}
		left := memory.take(len(rows))
		if limited {
			intersection(left, rows, limits)
		} else {
			copy(left, rows)
		}
		for it := without.Iterator(); it.HasNext(); {
			row := it.Next()
			left[row>>6] &^= 1 << (row & 63)
		}
		return left
	}
	m := &matches{rest: b.availableWords}
	if q.filter.FindsSold() {
		m.rest = b.allWords(memory)
	}
	m.rest = rest(m.rest)
	if sold := b.options[groupCategory][option{id: q.filter.SoldID()}]; sold != nil && !q.filter.IncludeSold {
		m.inSold = rest(sold.toWords(b, memory))
	}
	var sets [][]uint64
	for g := range m.chosen {
		if alternatives := q.wanted[g]; len(alternatives) > 0 {
			m.chosen[g] = b.wordsOfAny(group(g), alternatives, memory)
			sets = append(sets, m.chosen[g])
		}
	}
	m.all = m.rest
	if len(sets) > 0 {
		m.all = memory.take(len(m.rest))
		intersection(m.all, m.rest, sets[0])
		for _, set := range sets[1:] {
			intersection(m.all, m.all, set)
		}
	}
	m.total = countOf(m.all)
	m.setRanks(b, &q.filter, memory)
	return m
}

// allWords returns all rows, sold or not.
func (b *base) allWords(memory *wordMemory) []uint64 {
	words := memory.take(wordsOf(b.n))
	for i := range words {
		words[i] = ^uint64(0)
	}
	if rest := b.n & 63; rest > 0 {
		words[len(words)-1] = 1<<rest - 1
	}
	return words
}

// wordsOfAny returns the rows that have one of the alternatives.
func (b *base) wordsOfAny(g group, alternatives []option, memory *wordMemory) []uint64 {
	if len(alternatives) == 1 {
		if rows := b.options[g][alternatives[0]]; rows != nil {
			return rows.toWords(b, memory)
		}
	}
	words := memory.takeEmpty(wordsOf(b.n))
	for _, o := range alternatives {
		rows := b.options[g][o]
		if rows == nil {
			continue
		}
		for i, word := range rows.words {
			words[i] |= word
		}
		setBits(words, rows.list)
	}
	return words
}

// toWords returns the rows of an option.
func (o *optionRows) toWords(b *base, memory *wordMemory) []uint64 {
	if o.words != nil {
		return o.words
	}
	words := memory.takeEmpty(wordsOf(b.n))
	setBits(words, o.list)
	return words
}

// setBits adds rows to a set.
func setBits(words []uint64, rows []uint32) {
	for _, row := range rows {
		words[row>>6] |= 1 << (row & 63)
	}
}

// has reports that a row is in a set.
func has(words []uint64, row uint32) bool { return words[row>>6]>>(row&63)&1 == 1 }

// intersection makes into the set of the rows that are in both of two others. All have equal length.
func intersection(into, a, b []uint64) {
	a, b = a[:len(into)], b[:len(into)]
	for i := range into {
		into[i] = a[i] & b[i]
	}
}

// countOf returns the number of rows of a set.
func countOf(words []uint64) int {
	n := 0
	for _, word := range words {
		n += bits.OnesCount64(word)
	}
	return n
}

// appendRows appends the rows of a set to a list, in ascending order.
func appendRows(list []uint32, words []uint64) []uint32 {
	for at, word := range words {
		for ; word != 0; word &= word - 1 {
			list = append(list, uint32(at)<<6+uint32(bits.TrailingZeros64(word)))
		}
	}
	return list
}
