package index

import (
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/search"
)

// count adds, for every option of every group, the number of rows that would match if
// it were chosen in place of the present choice of its group. Sold is the id of the
// category Sold.
func (b *base) count(m *matches, sold int, counts *search.Counts) {
	var (
		counted *roaring.Bitmap // the set that by and numbers tell of
		by      method
		numbers []uint32
	)
	memory := rowLists.Get().(*[]uint32)
	defer rowLists.Put(memory)
	for g := range groups {
		rows := m.without(g)
		if g == groupCategory && m.inSold != nil {
			// Another category in place of Sold would find no sold rows.
			rows = roaring.And(rows, b.available)
		}
		if rows != counted {
			counted = rows
			by, numbers = b.methodFor(rows, memory)
		}
		if by == bySets {
			b.countBySets(rows, g, counts)
		} else {
			b.countByRow(numbers, by, g, counts)
		}
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

// method is a way to count the rows of a set by option.
type method int

const (
	bySets       method = iota // intersect with the set of every option
	byRow                      // look each row up
	byComplement               // look each available row up that the set leaves out
)

// rowLists holds memory for the lists of methodFor.
var rowLists = sync.Pool{New: func() any { return new([]uint32) }}

// Counting row by row is faster than an intersection with the set of every option up to
// 1/8 of all rows, and up to 20,000 rows.
const (
	fewRows     = 8
	fewRowsFrom = 20_000
)

// methodFor chooses how to count a set, and lists the rows to look up in memory.
func (b *base) methodFor(rows *roaring.Bitmap, memory *[]uint32) (method, []uint32) {
	n, available := int(rows.GetCardinality()), int(b.available.GetCardinality())
	if n > available/2 && n <= available && available-n <= b.few {
		// Equal numbers mean that the set has available rows only.
		missing := roaring.AndNot(b.available, rows)
		if int(missing.GetCardinality()) == available-n {
			return byComplement, list(missing, memory)
		}
	}
	if n <= b.few {
		return byRow, list(rows, memory)
	}
	return bySets, nil
}

func list(rows *roaring.Bitmap, memory *[]uint32) []uint32 {
	n := int(rows.GetCardinality())
	*memory = slices.Grow((*memory)[:0], n)[:n]
	rows.ToExistingArray(memory)
	return *memory
}

func (b *base) countBySets(rows *roaring.Bitmap, g group, counts *search.Counts) {
	for o, having := range b.options[g] {
		if n := rows.AndCardinality(having); n > 0 {
			add(counts, g, o, int(n))
		}
	}
}

func (b *base) countByRow(rows []uint32, by method, g group, counts *search.Counts) {
	seen := make([]int, len(b.combos[g]))
	codes := b.codes[g]
	for _, row := range rows {
		seen[codes[row]]++
	}
	if by == byComplement {
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
}

// subtract changes the counts of the rows that are left out into those of the others.
func subtract(seen, totals []int) {
	for i, total := range totals {
		seen[i] = total - seen[i]
	}
}

// without returns the rows that pass all conditions except one group.
func (m *matches) without(left group) *roaring.Bitmap {
	if m.chosen[left] == nil {
		return m.all
	}
	rows := m.rest
	for g, chosen := range m.chosen {
		if group(g) != left && chosen != nil {
			rows = roaring.And(rows, chosen)
		}
	}
	return rows
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
