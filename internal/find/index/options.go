package index

import (
	"math"

	"github.com/RoaringBitmap/roaring/v2"
)

// optionSet maps an option to the rows that have it. Rooms are cumulative: n maps to the
// rows with at least n.
type optionSet map[option]*optionRows

// optionRows are the rows of one option: as a bitmap for matching; for counting as words
// of bits, or as a list where they are few.
type optionRows struct {
	rows      *roaring.Bitmap
	words     []uint64
	list      []uint32
	available int // how many of the rows are not sold
}

// listShare is the share of all rows (1/64) below which an option has a list. Looking a
// row up takes the time of intersecting about one word.
const listShare = 64

// wordsOf returns the number of words that hold a bit for each of n rows.
func wordsOf(n int) int { return (n + 63) / 64 }

// newOptionRows returns the empty set of an option that will have some of all rows.
func newOptionRows(some, all int) *optionRows {
	if some <= all/listShare {
		return &optionRows{list: make([]uint32, 0, some)}
	}
	return &optionRows{words: make([]uint64, wordsOf(all))}
}

// add adds a row. Rows are added in ascending order.
func (o *optionRows) add(row uint32) {
	if o.words == nil {
		o.list = append(o.list, row)
		return
	}
	o.words[row>>6] |= 1 << (row & 63)
}

// finish makes the bitmap, which shares the memory of large parts of words.
func (o *optionRows) finish(available []uint64) {
	if o.words == nil {
		o.rows = roaring.BitmapOf(o.list...)
		for _, row := range o.list {
			o.available += int(available[row>>6] >> (row & 63) & 1)
		}
		return
	}
	o.rows = roaring.FromDense(o.words, false)
	o.available = countBoth(o.words, available)
}

// bitmap returns the rows of an option, nil for an unknown one. They are shared: read only.
func (s optionSet) bitmap(o option) *roaring.Bitmap {
	if having := s[o]; having != nil {
		return having.rows
	}
	return nil
}

// codes has the number of each row's combination of options in a group, in as few bytes
// as the number of combinations allows. Both are nil beyond 65,536 combinations: such a
// group is counted by the set of every option.
type codes struct {
	narrow []uint8
	wide   []uint16
}

func newCodes(rows, combos int) codes {
	switch {
	case combos <= math.MaxUint8+1:
		return codes{narrow: make([]uint8, rows)}
	case combos <= math.MaxUint16+1:
		return codes{wide: make([]uint16, rows)}
	}
	return codes{}
}

func (c *codes) known() bool { return c.narrow != nil || c.wide != nil }

func (c *codes) set(row int, code uint32) {
	if c.narrow != nil {
		c.narrow[row] = uint8(code)
	} else if c.wide != nil {
		c.wide[row] = uint16(code)
	}
}

// count returns how many of some rows have each code.
func (c *codes) count(rows []uint32, combos int) []int {
	if c.narrow != nil {
		return countCodes(c.narrow, rows, combos)
	}
	return countCodes(c.wide, rows, combos)
}

func countCodes[T uint8 | uint16](codes []T, rows []uint32, combos int) []int {
	// Two counters of a code, by turns: the next row need not wait for the last one.
	even, odd := make([]int, combos), make([]int, combos)
	for len(rows) >= 2 {
		even[codes[rows[0]]]++
		odd[codes[rows[1]]]++
		rows = rows[2:]
	}
	if len(rows) == 1 {
		even[codes[rows[0]]]++
	}
	for code, n := range odd {
		even[code] += n
	}
	return even
}
