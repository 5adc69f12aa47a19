package index

import (
	"math/bits"
	"slices"
	"sync"

	"estate/internal/content/search"
)

// count adds, for every option of every group and for every feature, the number of rows
// that would match if it were chosen in place of the present choice of its group. Sold is
// the id of the category Sold.
func (b *base) count(set *counting, m *matches, sold int, counts *search.Counts) {
	set.prepare(b, m, groups)
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
		set.prepare(b, m, g)
		b.countGroup(set, g, counts)
	}
	if m.inSold != nil {
		set.countSold(m, sold, counts)
	}
}

// counting is a set of rows prepared for counting. A set that has most of the available
// rows is counted by those that it leaves out.
type counting struct {
	memory wordMemory // for the matches

	complement bool
	n          int
	words      []uint64 // one bit a row
	nonzero    []uint32 // indexes of the words that are not 0
	rows       []uint32 // the same set as a list, made by list
}

// countings holds memory for the next searches.
var countings = sync.Pool{New: func() any { return &counting{} }}

// countSold counts the rows that the category Sold would find.
func (c *counting) countSold(m *matches, sold int, counts *search.Counts) {
	c.words = append(c.words[:0], m.inSold...)
	for g, chosen := range m.chosen {
		if group(g) != groupCategory && chosen != nil {
			intersection(c.words, c.words, chosen)
		}
	}
	delete(counts.Categories, sold)
	if n := countOf(c.words); n > 0 {
		counts.Categories[sold] = n
	}
}

// prepare replaces the set by the rows that pass all conditions except those of one group.
func (c *counting) prepare(b *base, m *matches, except group) {
	c.words = slices.Grow(c.words[:0], len(m.rest))[:len(m.rest)]
	if except == groups {
		copy(c.words, m.all)
	} else {
		c.intersect(b, m, except)
	}
	n, available := 0, 0
	c.nonzero, c.rows = c.nonzero[:0], c.rows[:0]
	onOffer := b.availableWords[:len(c.words)]
	for i, word := range c.words {
		if word != 0 {
			c.nonzero = append(c.nonzero, uint32(i))
			n += bits.OnesCount64(word)
			available += bits.OnesCount64(word & onOffer[i])
		}
	}
	c.n, c.complement = n, false
	if all := int(b.available.GetCardinality()); n > all/2 && n == available { // only available rows
		c.n, c.complement = all-n, true
		c.nonzero = c.nonzero[:0]
		for i, word := range onOffer {
			c.words[i] = word &^ c.words[i]
			if c.words[i] != 0 {
				c.nonzero = append(c.nonzero, uint32(i))
			}
		}
	}
}

// intersect fills words with the rows that pass all conditions except those of one group. Another
// category in place of Sold would find no sold rows.
func (c *counting) intersect(b *base, m *matches, except group) {
	var sets [groups + 1][]uint64
	n := 0
	for g, chosen := range m.chosen {
		if chosen != nil && group(g) != except {
			sets[n] = chosen
			n++
		}
	}
	if except == groupCategory && m.inSold != nil {
		sets[n] = b.availableWords
		n++
	}
	if n == 0 {
		copy(c.words, m.rest)
		return
	}
	intersection(c.words, m.rest, sets[0])
	for _, set := range sets[1:n] {
		intersection(c.words, c.words, set)
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
		return countIn(c.words, of.list)
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

// newCounts returns counts with room for the options of the base that most searches find.
func newCounts(b *base) *search.Counts {
	return &search.Counts{
		Offers: map[int]int{}, Types: make(map[int]int, len(b.options[groupType])), Provinces: make(map[int]int, b.ofLevel[search.LevelProvince]),
		Cities: make(map[int]int, b.ofLevel[search.LevelCity]), Subareas: make(map[int]int, b.ofLevel[search.LevelSubarea]),
		Categories: map[int]int{}, Beds: map[int]int{}, Baths: map[int]int{}, Collections: map[string]int{},
		Features: make(map[string]int, len(b.features)),
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
