package index

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// base holds all rows of one collection at the time it was built. Rows are numbered in
// the default order (modified, newest first): the order of bits is the order of results.
// It is immutable.
type base struct {
	n        int
	ids      column
	low      []int32 // price; 0 when there is no public one
	modified column
	refs     references

	byID    []uint32 // row numbers by ascending id
	byPrice priceOrder
	// lowPrice and highPrice find the rows of a range of prices; highPrice is lowPrice where no row has
	// a range of its own.
	lowPrice, highPrice *ranked

	available *roaring.Bitmap // not sold
	// availableWords are the same rows, as words of bits.
	availableWords []uint64
	sold           *roaring.Bitmap
	unknownPrice   *roaring.Bitmap // a price that was not understood
	options        [groups]optionSet
	ofLevel        map[search.Level]int // number of locations in options
	// codes holds, for each row, the number of its combination of options in a group;
	// combos holds the combinations. A million properties have some dozens.
	codes  [groups]codes
	combos [groups][]combo
	// totals counts the available rows of each combination.
	totals [groups][]int

	features     optionSet // options have a slug only
	featureMasks rowMasks

	built   *ranked // nil where no row has a size; so are plot and terrace
	plot    *ranked
	terrace *ranked
	points  []fixedPoint            // zero without a position
	places  func() *spatial         // built in the background
	names   map[uint32]search.Named // of rows that have one
}

// option is one choice of a group. Locations are distinguished by level and id.
type option struct {
	level search.Level
	id    int
	slug  string // collections only
}

// compact is one row during the build of a base.
type compact struct {
	id        int
	low, high int32
	unknown   bool // the price
	modified  int64
	codes     [groups]uint32
	features  []uint16 // numbers of features
	built     int32
	plot      int32
	terrace   int32
	position  search.Point
	sold      bool
	reference string
	name      string
}

func buildBase(rows iter.Seq2[search.Row, error]) (*base, error) {
	var (
		all   []compact
		known combinations
		names featureNames
	)
	for row, err := range rows {
		if err != nil {
			return nil, fmt.Errorf("build search index: %w", err)
		}
		all = append(all, compact{
			id: row.ID, low: price32(row.Price), high: price32(max(row.Price, row.PriceTo)), unknown: row.PriceUnknown,
			modified: row.Modified,
			codes:    known.of(&row), sold: row.Sold, reference: row.Reference, name: row.Name, features: names.of(row.Features),
			built: price32(row.Built), plot: price32(row.Plot), terrace: price32(row.Terrace), position: row.Position,
		})
	}
	slices.SortFunc(all, func(a, b compact) int {
		return cmp.Or(cmp.Compare(b.modified, a.modified), cmp.Compare(b.id, a.id))
	})
	b := newBase(all)
	var parts sync.WaitGroup // each fills fields of its own
	parts.Go(func() { b.fillReferences(all) })
	parts.Go(func() { b.fillOptions(all, &known) })
	parts.Go(b.fillOrders)
	parts.Go(func() { b.fillPrices(all) })
	parts.Go(func() { b.fillDetails(all, names.slugs) })
	parts.Wait()
	return b, nil
}

func newBase(all []compact) *base {
	b := &base{
		n: len(all), low: make([]int32, len(all)),
		ids:      newColumn(len(all), func(i int) int64 { return int64(all[i].id) }),
		modified: newColumn(len(all), func(i int) int64 { return all[i].modified }),
	}
	var available, sold, unknownPrice bitmapBuilder
	for i := range all {
		row := &all[i]
		b.low[i] = row.low
		if row.unknown {
			unknownPrice.add(uint32(i))
		}
		if row.sold {
			sold.add(uint32(i))
		} else {
			available.add(uint32(i))
		}
	}
	b.available, b.sold, b.unknownPrice = available.withoutRuns(), sold.bitmap(), unknownPrice.bitmap()
	b.availableWords = make([]uint64, wordsOf(b.n))
	b.available.WriteDenseTo(b.availableWords)
	return b
}

func (b *base) fillReferences(all []compact) {
	for i := range all {
		b.refs.add(all[i].reference)
	}
	b.refs.finish()
}

func (b *base) fillOptions(all []compact, known *combinations) {
	b.combos = known.combos
	for g := range b.options {
		ofCode := make([]int, len(b.combos[g])) // rows of each combination
		b.codes[g], b.totals[g] = newCodes(len(all), len(b.combos[g])), make([]int, len(b.combos[g]))
		for i := range all {
			code := all[i].codes[g]
			b.codes[g].set(i, code)
			ofCode[code]++
			if !all[i].sold {
				b.totals[g][code]++
			}
		}
		size := map[option]int{}
		for code, options := range b.combos[g] {
			for _, o := range options {
				size[o] += ofCode[code]
			}
		}
		b.options[g] = make(optionSet, len(size))
		for o, n := range size {
			b.options[g][o] = newOptionRows(n, len(all))
		}
		sets := make([][]*optionRows, len(b.combos[g]))
		for code, options := range b.combos[g] {
			for _, o := range options {
				sets[code] = append(sets[code], b.options[g][o])
			}
		}
		for i := range all {
			for _, set := range sets[all[i].codes[g]] {
				set.add(uint32(i))
			}
		}
		for _, set := range b.options[g] {
			set.finish(b.availableWords)
		}
	}
	b.countLevels()
}

// countLevels counts the locations of each level: counts get their size at once.
func (b *base) countLevels() {
	b.ofLevel = map[search.Level]int{}
	for o := range b.options[groupLocation] {
		b.ofLevel[o.level]++
	}
}

func (b *base) fillOrders() {
	b.byID = b.sorted(func(i, j uint32) int { return cmp.Compare(b.ids.at(i), b.ids.at(j)) })
	b.byPrice = newPriceOrder(b.sorted(func(i, j uint32) int { return compareLow(b.low[i], b.low[j]) }), b.low)
}

// sorted returns the row numbers in the order of compare; equal rows keep the default
// order.
func (b *base) sorted(compare func(i, j uint32) int) []uint32 {
	order := make([]uint32, b.n)
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(i, j uint32) int { return cmp.Or(compare(i, j), cmp.Compare(i, j)) })
	return order
}

// compareLow orders prices upwards, compareHigh downwards. A row without a public price
// comes last in both.
func compareLow(a, b int32) int {
	if (a == 0) != (b == 0) {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

func compareHigh(a, b int32) int { return cmp.Compare(b, a) }

func (b *base) fillPrices(all []compact) {
	b.lowPrice = newRanked(b.n, func(i int) int32 { return b.low[i] })
	b.highPrice = b.lowPrice
	if slices.ContainsFunc(all, func(row compact) bool { return row.high != row.low }) {
		b.highPrice = newRanked(b.n, func(i int) int32 { return all[i].high })
	}
}

// row returns the row number of an id.
func (b *base) row(id int) (uint32, bool) {
	i, found := slices.BinarySearchFunc(b.byID, int64(id), func(row uint32, id int64) int { return cmp.Compare(b.ids.at(row), id) })
	if !found {
		return 0, false
	}
	return b.byID[i], true
}
