package index

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/search"
)

// featureNames numbers features while a base is built, so that a row needs few bytes.
type featureNames struct {
	slugs   []string
	numbers map[string]uint16
	block   []uint16 // memory for the lists of the next rows
}

// maxFeatures bounds the features of all rows together; further ones are not searchable.
const maxFeatures = 2000

func (n *featureNames) of(slugs []string) []uint16 {
	if cap(n.block)-len(n.block) < len(slugs) {
		n.block = make([]uint16, 0, max(4096, len(slugs)))
	}
	from := len(n.block)
	for _, slug := range slugs {
		number, known := n.numbers[slug]
		if !known {
			if len(n.slugs) == maxFeatures {
				continue
			}
			if n.numbers == nil {
				n.numbers = map[string]uint16{}
			}
			number = uint16(len(n.slugs))
			slug = strings.Clone(slug)
			n.slugs, n.numbers[slug] = append(n.slugs, slug), number
		}
		n.block = append(n.block, number)
	}
	return n.block[from:len(n.block):len(n.block)]
}

// maxFeatureLists is the number of rows up to which the base also keeps the features of each
// row: some rows are counted faster than the intersections of all features, at about 30
// bytes a row.
const maxFeatureLists = 100_000

// sizes is one kind of size of all rows, with the rows that reach some steps.
type sizes struct {
	values []int32 // m², 0 when unknown; nil where no row has one
	from   []step
}

// sizeSteps are the sizes in m² at which a bitmap is kept.
var sizeSteps = []int{1, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 5000, 10000, 50000}

func newSizes(all []compact, of func(*compact) int32) sizes {
	values := make([]int32, len(all))
	known := false
	for i := range all {
		values[i] = of(&all[i])
		known = known || values[i] > 0
	}
	if !known {
		return sizes{}
	}
	return sizes{values, stepsAt(sizeSteps, values)}
}

// within returns the rows of a range that has a bound.
func (s sizes) within(r search.Range) *roaring.Bitmap {
	if s.values == nil {
		return roaring.New()
	}
	rows := reaching(s.from, s.values, max(1, price32(r.From)))
	if r.To > 0 {
		rows = roaring.AndNot(rows, reaching(s.from, s.values, price32(min(r.To, math.MaxInt32-1))+1))
	}
	return rows
}

// fillDetails fills features, sizes, positions and names.
func (b *base) fillDetails(all []compact, slugs []string) {
	rows := make([]bitmapBuilder, len(slugs))
	b.featureSlugs, b.featureTotals = slugs, make([]int, len(slugs))
	b.names = map[uint32]search.Named{}
	points := make([]search.Point, len(all))
	for i := range all {
		if all[i].name != "" {
			b.names[uint32(i)] = search.Named{Name: all[i].name, Reference: all[i].reference}
		}
		points[i] = all[i].position
		for _, number := range all[i].features {
			rows[number].add(uint32(i))
			if !all[i].sold {
				b.featureTotals[number]++
			}
		}
		if len(all) <= maxFeatureLists {
			b.featureList = append(b.featureList, all[i].features...)
			b.featureEnds = append(b.featureEnds, uint32(len(b.featureList)))
		}
	}
	b.features = make(map[string]*roaring.Bitmap, len(slugs))
	for number, slug := range slugs {
		b.features[slug] = rows[number].bitmap()
	}
	b.built = newSizes(all, func(row *compact) int32 { return row.built })
	b.plot = newSizes(all, func(row *compact) int32 { return row.plot })
	b.terrace = newSizes(all, func(row *compact) int32 { return row.terrace })
	b.places = sync.OnceValue(func() *spatial { return newSpatial(points) })
	go b.places() // an area is searched later than the first results are wanted
}

// details narrows rows by features, sizes and position. The result may be shared: read only.
func (b *base) details(q *query, rows *roaring.Bitmap) *roaring.Bitmap {
	for _, slug := range q.filter.Features {
		having := b.features[slug]
		if having == nil {
			return roaring.New()
		}
		rows = roaring.And(rows, having)
	}
	for _, size := range []struct {
		of     sizes
		wanted search.Range
	}{{b.built, q.filter.Built}, {b.plot, q.filter.Plot}, {b.terrace, q.filter.Terrace}} {
		if size.wanted != (search.Range{}) {
			rows = roaring.And(rows, size.of.within(size.wanted))
		}
	}
	for _, area := range q.shapes {
		rows = roaring.And(rows, b.places().within(area))
	}
	return rows
}

// passesDetails is details for one row.
func (q *query) passesDetails(row *search.Row) bool {
	f := &q.filter
	for _, slug := range f.Features {
		if !slices.Contains(row.Features, slug) {
			return false
		}
	}
	if !f.Built.Contains(row.Built) || !f.Plot.Contains(row.Plot) || !f.Terrace.Contains(row.Terrace) {
		return false
	}
	for _, area := range q.shapes {
		if row.Position == (search.Point{}) || !area.contains(row.Position) {
			return false
		}
	}
	return true
}

// countFeatures counts, for every feature, the matching rows that have it.
func (b *base) countFeatures(matching *roaring.Bitmap, counts *search.Counts) {
	if len(b.featureEnds) == 0 {
		for slug, having := range b.features {
			if n := matching.AndCardinality(having); n > 0 {
				counts.Features[slug] += int(n)
			}
		}
		return
	}
	memory := rowLists.Get().(*[]uint32)
	defer rowLists.Put(memory)
	by, rows := b.methodFor(matching, memory)
	if by == bySets {
		rows = list(matching, memory) // most rows have few of the features
	}
	seen := make([]int, len(b.featureSlugs))
	for _, row := range rows {
		for _, number := range b.featuresOf(row) {
			seen[number]++
		}
	}
	if by == byComplement {
		subtract(seen, b.featureTotals)
	}
	for number, n := range seen {
		if n > 0 {
			counts.Features[b.featureSlugs[number]] += n
		}
	}
}

// featuresOf returns the numbers of the features of a row, if the base keeps lists.
func (b *base) featuresOf(row uint32) []uint16 {
	from := uint32(0)
	if row > 0 {
		from = b.featureEnds[row-1]
	}
	return b.featureList[from:b.featureEnds[row]]
}

// Names lists the properties or developments of a collection that have a name of their
// own and a reference, in no particular order.
func (ix *Index) Names(kind search.Kind) []search.Named {
	snapshot, ok := (*ix.current.Load())[kind]
	if !ok {
		return nil
	}
	var names []search.Named
	for row, named := range snapshot.base.names {
		if !snapshot.masked.Contains(row) {
			named.Kind = kind
			names = append(names, named)
		}
	}
	for i := range snapshot.changed {
		if row := &snapshot.changed[i]; row.Name != "" {
			names = append(names, search.Named{Name: row.Name, Reference: row.Reference, Kind: kind})
		}
	}
	return slices.DeleteFunc(names, func(n search.Named) bool { return n.Reference == "" })
}
