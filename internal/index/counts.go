package index

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/search"
)

// count adds, for every option of every group and for every feature, the number of rows
// that would match if it were chosen in place of the present choice of its group. Sold is
// the id of the category Sold.
func (b *base) count(m *matches, sold int, counts *search.Counts) {
	set := countings.Get().(*counting)
	defer countings.Put(set)
	set.load(b, m)
	set.prepare(b, groups)
	for g := range groups {
		if m.chosen[g] == nil && (g != groupCategory || m.inSold == nil) {
			b.countGroup(set, g, counts)
		}
	}
	b.countFeatures(set, counts)
	for g := range groups {
		if m.chosen[g] == nil && (g != groupCategory || m.inSold == nil) {
			continue
		}
		set.onlyAvailable = g == groupCategory && m.inSold != nil // another category in place of Sold would find no sold rows
		set.prepare(b, g)
		b.countGroup(set, g, counts)
	}
	if m.inSold != nil {
		b.countSold(m, sold, counts)
	}
}

// countSold counts the rows that the category Sold would find.
func (b *base) countSold(m *matches, sold int, counts *search.Counts) {
	rows := m.inSold
	for g, chosen := range m.chosen {
		if group(g) != groupCategory && chosen != nil {
			rows = roaring.And(rows, chosen)
		}
	}
	delete(counts.Categories, sold)
	if n := int(rows.GetCardinality()); n > 0 {
		counts.Categories[sold] = n
	}
}

// counting is a set of rows prepared for counting. A set that has most of the available
// rows is counted by those that it leaves out.
type counting struct {
	rest   []uint64         // matches.rest, one bit a row
	chosen [groups][]uint64 // matches.chosen, empty where the query does not use the group
	// onlyAvailable leaves out sold rows.
	onlyAvailable bool

	complement bool
	n          int
	words      []uint64 // one bit a row
	nonzero    []uint32 // indexes of the words that are not 0
	rows       []uint32 // the same set as a list, made by list
}

// countings holds memory for the next counts.
var countings = sync.Pool{New: func() any { return &counting{} }}

// load takes the parts of the matches.
func (c *counting) load(b *base, m *matches) {
	c.rest = denseWords(c.rest, m.rest, b.n)
	for g, rows := range m.chosen {
		c.chosen[g] = c.chosen[g][:0]
		if rows != nil {
			c.chosen[g] = denseWords(c.chosen[g], rows, b.n)
		}
	}
	c.onlyAvailable = false
}

// denseWords returns rows as words of bits, in the memory of a slice that is no longer needed.
func denseWords(memory []uint64, rows *roaring.Bitmap, n int) []uint64 {
	size := wordsOf(n)
	words := slices.Grow(memory[:0], size)[:size]
	clear(words)
	rows.WriteDenseTo(words)
	return words
}

// prepare replaces the set by the rows that pass all conditions except those of one group.
func (c *counting) prepare(b *base, except group) {
	c.words = append(c.words[:0], c.rest...)
	for g, chosen := range c.chosen {
		if len(chosen) > 0 && group(g) != except {
			intersect(c.words, chosen)
		}
	}
	if c.onlyAvailable {
		intersect(c.words, b.availableWords)
	}
	c.n, c.complement, c.rows = countBoth(c.words, c.words), false, c.rows[:0]
	if available := int(b.available.GetCardinality()); c.n > available/2 && c.n <= available &&
		countBoth(c.words, b.availableWords) == c.n { // only available rows
		c.n, c.complement = available-c.n, true
		for i, word := range b.availableWords {
			c.words[i] = word &^ c.words[i]
		}
	}
	c.nonzero = c.nonzero[:0]
	for i, word := range c.words {
		if word != 0 {
			c.nonzero = append(c.nonzero, uint32(i))
		}
	}
}

// intersect removes from a the bits that are not in b, a slice of equal length.
func intersect(a, b []uint64) {
	b = b[:len(a)]
	for i, word := range b {
		a[i] &= word
	}
}

// list returns the rows of the set.
func (c *counting) list() []uint32 {
	if len(c.rows) == 0 {
		c.rows = slices.Grow(c.rows, c.n)
		for _, at := range c.nonzero {
			for word := c.words[at]; word != 0; word &= word - 1 {
				c.rows = append(c.rows, at<<6+uint32(bits.TrailingZeros64(word)))
			}
		}
	}
	return c.rows
}

// count returns the number of rows that are in both sets.
func (c *counting) count(of *optionRows) int {
	if of.words == nil {
		n := 0
		for _, row := range of.list {
			n += int(c.words[row>>6] >> (row & 63) & 1)
		}
		return n
	}
	if len(c.nonzero)*2 > len(c.words) {
		return countBoth(c.words, of.words)
	}
	n := 0
	for _, at := range c.nonzero {
		n += bits.OnesCount64(c.words[at] & of.words[at])
	}
	return n
}

// countBoth returns the number of bits that are set in both of two slices of equal length.
func countBoth(a, b []uint64) int {
	b = b[:len(a)]
	n := 0
	for i, word := range a {
		n += bits.OnesCount64(word & b[i])
	}
	return n
}

// rowCost is how many words are intersected in the time of looking one row up.
const rowCost = 4

// countGroup counts the options of one group, row by row or by the set of every option.
func (b *base) countGroup(set *counting, g group, counts *search.Counts) {
	codes := &b.codes[g]
	if codes.known() && set.n*rowCost < len(set.nonzero)*len(b.options[g]) {
		seen := codes.count(set.list(), len(b.combos[g]))
		if set.complement {
			subtract(seen, b.totals[g])
		}
		for code, n := range seen {
			if n == 0 {
				continue
			}
			for _, o := range b.combos[g][code] {
				add(counts, g, o, n)
			}
		}
		return
	}
	countOptions(set, b.options[g], func(o option, n int) { add(counts, g, o, n) })
}

// countFeatures counts the features, row by row or by the set of each.
func (b *base) countFeatures(set *counting, counts *search.Counts) {
	add := func(o option, n int) { counts.Features[o.slug] += n }
	if set.n*maskCost >= len(set.nonzero)*len(b.featureMasks.options) {
		countOptions(set, b.features, add)
		return
	}
	seen := b.featureMasks.count(set.list())
	for i, o := range b.featureMasks.options {
		set.add(o, seen[i], b.features[o], add)
	}
	for _, o := range b.featureMasks.others {
		set.add(o, set.count(b.features[o]), b.features[o], add)
	}
}

// add calls add with the number of rows of an option, of which n are in the words of the set.
func (c *counting) add(o option, n int, of *optionRows, add func(o option, n int)) {
	if c.complement {
		n = of.available - n
	}
	if n > 0 {
		add(o, n)
	}
}

// countOptions counts by the set of every option.
func countOptions(set *counting, options optionSet, add func(o option, n int)) {
	for o, rows := range options {
		set.add(o, set.count(rows), rows, add)
	}
}

// subtract changes the counts of the rows that are left out into those of the others.
func subtract(seen, totals []int) {
	for i, total := range totals {
		seen[i] = total - seen[i]
	}
}

// countRow counts one row of the overlay: for a group that is the only one it fails, or
// for every group when it fails none.
func (q *query) countRow(row *search.Row, failed [groups]bool, counts *search.Counts) {
	hidden := row.Sold && !q.filter.IncludeSold
	for g := range groups {
		if !onlyFails(failed, g) || hidden && g != groupCategory && !q.filter.FindsSold() {
			continue
		}
		for _, o := range optionsOf(row, g) {
			if hidden && g == groupCategory && o.id != q.filter.SoldID() {
				continue // in place of Sold this category would not find the row
			}
			add(counts, g, o, 1)
		}
	}
}

func onlyFails(failed [groups]bool, allowed group) bool {
	for g, fails := range failed {
		if fails && group(g) != allowed {
			return false
		}
	}
	return true
}

func newCounts() *search.Counts {
	return &search.Counts{
		Offers: map[int]int{}, Types: map[int]int{}, Provinces: map[int]int{}, Cities: map[int]int{},
		Subareas: map[int]int{}, Categories: map[int]int{}, Beds: map[int]int{}, Baths: map[int]int{},
		Collections: map[string]int{}, Features: map[string]int{},
	}
}

func add(counts *search.Counts, g group, o option, n int) {
	switch g {
	case groupOffer:
		counts.Offers[o.id] += n
	case groupType:
		counts.Types[o.id] += n
	case groupBeds:
		counts.Beds[o.id] += n
	case groupBaths:
		counts.Baths[o.id] += n
	case groupCategory:
		counts.Categories[o.id] += n
	case groupCollection:
		counts.Collections[o.slug] += n
	case groupLocation:
		switch o.level {
		case search.LevelProvince:
			counts.Provinces[o.id] += n
		case search.LevelCity:
			counts.Cities[o.id] += n
		case search.LevelSubarea:
			counts.Subareas[o.id] += n
		}
	}
}
