package index

import (
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/search"
)

// step is a price or size with the rows that reach it.
type step struct {
	price int32
	rows  *roaring.Bitmap
}

// price32 bounds a price to 32 bits.
func price32(euros int) int32 { return int32(min(max(euros, 0), math.MaxInt32)) }

func stepsOf(prices []int32) []step { return stepsAt(search.PriceSteps, prices) }

// stepsAt collects, for each of some ascending values, the rows that reach it.
func stepsAt(at []int, prices []int32) []step {
	builders := make([]bitmapBuilder, len(at))
	for row, price := range prices {
		for i, reached := range at {
			if int(price) < reached {
				break
			}
			builders[i].add(uint32(row))
		}
	}
	steps := make([]step, len(at))
	for i, price := range at {
		steps[i] = step{price: int32(price), rows: builders[i].bitmap()}
	}
	return steps
}

// reaching returns the rows whose value is at least price. Between two steps the rows of
// the lower step are compared one by one, below the first step those that do not reach it.
func reaching(steps []step, prices []int32, price int32) *roaring.Bitmap {
	next, exact := slices.BinarySearchFunc(steps, price, func(s step, price int32) int { return int(s.price) - int(price) })
	if exact {
		return steps[next].rows
	}
	above := roaring.New()
	if next < len(steps) {
		above = steps[next].rows
	}
	var below *roaring.Bitmap // the rows that may reach the price, without those of above
	if next == 0 {
		below = roaring.Flip(above, 0, uint64(len(prices)))
	} else {
		below = roaring.AndNot(steps[next-1].rows, above)
	}
	between := roaring.New()
	var some [1024]uint32
	for it := below.ManyIterator(); ; {
		n := it.NextMany(some[:])
		if n == 0 {
			return roaring.Or(above, between)
		}
		kept := 0
		for _, row := range some[:n] {
			some[kept] = row
			if prices[row] >= price {
				kept++
			}
		}
		between.AddMany(some[:kept])
	}
}
