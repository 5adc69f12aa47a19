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
// the lower step are compared one by one.
func reaching(steps []step, prices []int32, price int32) *roaring.Bitmap {
	next, exact := slices.BinarySearchFunc(steps, price, func(s step, price int32) int { return int(s.price) - int(price) })
	if exact {
		return steps[next].rows
	}
	above := roaring.New()
	if next < len(steps) {
		above = steps[next].rows
	}
	between := roaring.New()
	add := func(row uint32) {
		if prices[row] >= price {
			between.Add(row)
		}
	}
	if next == 0 {
		for row := range prices {
			if prices[row] < steps[0].price {
				add(uint32(row))
			}
		}
	} else {
		for it := roaring.AndNot(steps[next-1].rows, above).Iterator(); it.HasNext(); {
			add(it.Next())
		}
	}
	return roaring.Or(above, between)
}
