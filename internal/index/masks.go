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
// planes is a binary number of six digits, the count of option i.
func (m *rowMasks) count(rows []uint32) (counts [maxMaskOptions]int) {
	var p0, p1, p2, p3, p4, p5 uint64
	for _, row := range rows {
		carry := m.masks[row]
		p0, carry = p0^carry, p0&carry
		p1, carry = p1^carry, p1&carry
		p2, carry = p2^carry, p2&carry
		p3, carry = p3^carry, p3&carry
		p4, carry = p4^carry, p4&carry
		p5, carry = p5^carry, p5&carry
		for ; carry != 0; carry &= carry - 1 {
			counts[bits.TrailingZeros64(carry)] += 64
		}
	}
	for digit, plane := range [...]uint64{p0, p1, p2, p3, p4, p5} {
		for ; plane != 0; plane &= plane - 1 {
			counts[bits.TrailingZeros64(plane)] += 1 << digit
		}
	}
	return counts
}
