package index

import (
	"iter"
	"math/bits"
)

// priceOrder has the row numbers by ascending price, unpriced ones last. The rows of one price have
// the default order, so the order by descending price is made of the same parts, one for each price.
type priceOrder struct {
	rows   []uint32
	priced int      // rows[priced:] have no price
	first  []uint64 // one bit for each place below priced: it is the first one of its price
}

// placeRange is a part of a priceOrder: the places from one to before another, each the first one of its price.
type placeRange struct{ from, to int }

// newPriceOrder returns the order of rows that are sorted by price.
func newPriceOrder(rows []uint32, prices []int32) priceOrder {
	o := priceOrder{rows: rows, first: make([]uint64, wordsOf(len(rows)))}
	last := int32(0)
	for place, row := range rows {
		price := prices[row]
		if price == 0 {
			break
		}
		if price != last {
			o.first[place>>6] |= 1 << (place & 63)
		}
		last, o.priced = price, place+1
	}
	return o
}

// parts returns a range of the order in parts: as a whole when prices rise; else the rows of each
// price, the highest one first, then those without a price.
func (o *priceOrder) parts(within placeRange, falling bool) iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		if !falling {
			yield(o.rows[within.from:within.to])
			return
		}
		for end := min(within.to, o.priced); end > within.from; {
			start := o.firstBefore(end)
			if !yield(o.rows[start:end]) {
				return
			}
			end = start
		}
		if within.to > o.priced {
			yield(o.rows[o.priced:])
		}
	}
}

// partsFromEnd returns the same parts, the last one first.
func (o *priceOrder) partsFromEnd(within placeRange, falling bool) iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		if !falling {
			yield(o.rows[within.from:within.to])
			return
		}
		if within.to > o.priced && !yield(o.rows[o.priced:]) {
			return
		}
		for start, last := within.from, min(within.to, o.priced); start < last; {
			end := o.firstFrom(start + 1)
			if !yield(o.rows[start:end]) {
				return
			}
			start = end
		}
	}
}

// firstBefore returns the last place before a place that is the first one of its price. Place 0 is.
func (o *priceOrder) firstBefore(place int) int {
	at := (place - 1) >> 6
	word := o.first[at] << (63 - (place-1)&63)
	if word != 0 {
		return place - 1 - bits.LeadingZeros64(word)
	}
	for at--; o.first[at] == 0; at-- {
	}
	return at<<6 + 63 - bits.LeadingZeros64(o.first[at])
}

// firstFrom returns the first place from a place on that is the first one of its price, or priced.
func (o *priceOrder) firstFrom(place int) int {
	for place < o.priced {
		if word := o.first[place>>6] >> (place & 63); word != 0 {
			return place + bits.TrailingZeros64(word)
		}
		place = (place>>6 + 1) << 6
	}
	return o.priced
}
