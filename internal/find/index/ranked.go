package index

import (
	"math"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// ranked finds the rows whose value is in a range. It has the rank of each row's value among the
// values that occur, as bit slices: a range is found by a few operations for 64 rows, and a
// value takes no more bits than the number of different ones needs.
type ranked struct {
	values []int32 // that occur, ascending
	width  int     // bits of a rank
	// slices has width words for every 64 rows: word i*width+bit has a bit of the ranks of the rows from i*64 on.
	slices []uint64
	rows   int
}

// newRanked returns the values of n rows.
func newRanked(n int, of func(row int) int32) *ranked {
	rankOf := map[int32]int{}
	for row := range n {
		rankOf[of(row)] = 0
	}
	r := &ranked{values: make([]int32, 0, len(rankOf)), rows: n}
	for value := range rankOf {
		r.values = append(r.values, value)
	}
	slices.Sort(r.values)
	for rank, value := range r.values {
		rankOf[value] = rank
	}
	r.width = max(1, bits.Len(uint(max(len(r.values), 1)-1)))
	r.slices = make([]uint64, wordsOf(n)*r.width)
	for row := range n {
		words := r.slices[row>>6*r.width:]
		for rank := uint(rankOf[of(row)]); rank != 0; rank &= rank - 1 {
			words[bits.TrailingZeros(rank)] |= 1 << (row & 63)
		}
	}
	return r
}

// within returns the rows with a value from a limit to another, which is 0 for none. Unknown values, which are 0,
// are in no range. The caller may change the result.
func (r *ranked) within(limits search.Range) *roaring.Bitmap {
	if r == nil || len(r.values) == 0 {
		return roaring.New()
	}
	low, _ := slices.BinarySearch(r.values, max(1, price32(limits.From)))
	high := len(r.values)
	if limits.To > 0 {
		high, _ = slices.BinarySearch(r.values, price32(min(limits.To, math.MaxInt32-1))+1)
	}
	if low >= high {
		return roaring.New()
	}
	words := make([]uint64, wordsOf(r.rows))
	for i := range words {
		ranks := r.slices[i*r.width : (i+1)*r.width]
		words[i] = atLeast(ranks, low)
		if high < len(r.values) {
			words[i] &^= atLeast(ranks, high)
		}
	}
	if rest := r.rows & 63; rest > 0 {
		words[len(words)-1] &= 1<<rest - 1
	}
	return roaring.FromDense(words, false)
}

// atLeast returns those of 64 rows whose rank is at least one. Of the bits below the lowest one
// that is set in the rank, any are enough.
func atLeast(ranks []uint64, rank int) uint64 {
	rows := ^uint64(0)
	for bit := bits.TrailingZeros(uint(rank)); bit < len(ranks); bit++ { // from the lowest bit on: a higher one outweighs it
		if rank>>bit&1 == 1 {
			rows &= ranks[bit]
		} else {
			rows |= ranks[bit]
		}
	}
	return rows
}

// price32 bounds a price or size to 32 bits.
func price32(euros int) int32 { return int32(min(max(euros, 0), math.MaxInt32)) }
