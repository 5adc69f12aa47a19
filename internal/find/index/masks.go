package index

import (
	"maps"
	"math/bits"
	"slices"
)

// rowMasks has, for each row, one bit for each of up to 64 options. Few rows are counted by
// their masks faster than by the sets of the options.
type rowMasks struct {
	options []option // by number of the bit
	others  []option // those without a bit
	masks   []uint64
}

// maxMaskOptions is the number of bits of a mask.
const maxMaskOptions = 64

// maskCost is how many words are intersected in the time of counting the mask of a row.
const maskCost = 10

func newRowMasks(set optionSet, n int) rowMasks {
	m := rowMasks{masks: make([]uint64, n)}
	var words [][]uint64
	for _, o := range slices.SortedFunc(maps.Keys(set), compareOptions) {
		if set[o].words == nil || len(words) == maxMaskOptions {
			m.others = append(m.others, o)
			continue
		}
		m.options, words = append(m.options, o), append(words, set[o].words)
	}
	for at := range wordsOf(n) { // rows in turn, so that masks stay in the processor's cache
		for bit, list := range words {
			for word := list[at]; word != 0; word &= word - 1 {
				m.masks[at<<6+bits.TrailingZeros64(word)] |= 1 << bit
			}
		}
	}
	return m
}

// count returns how many of some rows have each option. It adds whole masks: bit i of the
// planes is a binary number, the count of option i. Eight masks are added in one step.
func (m *rowMasks) count(rows []uint32) (counts [maxMaskOptions]int) {
	var planes [8]uint64 // of the digits 1, 2, 4 … 128
	ones, twos, fours := uint64(0), uint64(0), uint64(0)
	for len(rows) >= 8 {
		var a, b, c, d, e uint64
		ones, a = addBits(ones, m.masks[rows[0]], m.masks[rows[1]])
		ones, b = addBits(ones, m.masks[rows[2]], m.masks[rows[3]])
		twos, c = addBits(twos, a, b)
		ones, a = addBits(ones, m.masks[rows[4]], m.masks[rows[5]])
		ones, b = addBits(ones, m.masks[rows[6]], m.masks[rows[7]])
		twos, d = addBits(twos, a, b)
		fours, e = addBits(fours, c, d)
		for digit := 3; e != 0; digit++ {
			if digit == len(planes) {
				addCounts(&counts, e, 1<<len(planes))
				break
			}
			planes[digit], e = planes[digit]^e, planes[digit]&e
		}
		rows = rows[8:]
	}
	planes[0], planes[1], planes[2] = ones, twos, fours
	for digit, plane := range planes {
		addCounts(&counts, plane, 1<<digit)
	}
	for _, row := range rows {
		addCounts(&counts, m.masks[row], 1)
	}
	return counts
}

// addBits adds three bits in each place.
func addBits(a, b, c uint64) (sum, carry uint64) {
	half := a ^ b
	return half ^ c, a&b | half&c
}

// addCounts adds n to the count of each option of a mask.
func addCounts(counts *[maxMaskOptions]int, mask uint64, n int) {
	for ; mask != 0; mask &= mask - 1 {
		counts[bits.TrailingZeros64(mask)] += n
	}
}
