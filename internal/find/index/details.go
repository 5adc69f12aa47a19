package index

import (
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
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

// newSizes returns one kind of size of all rows, nil where no row has one.
func newSizes(all []compact, of func(*compact) int32) *ranked {
	if !slices.ContainsFunc(all, func(row compact) bool { return of(&row) > 0 }) {
		return nil
	}
	return newRanked(len(all), func(i int) int32 { return of(&all[i]) })
}

// fillDetails fills features, sizes, positions and names.
func (b *base) fillDetails(all []compact, slugs []string) {
	b.names = map[uint32]search.Named{}
	b.points = make([]fixedPoint, len(all))
	size := make([]int, len(slugs))
	for i := range all {
		if all[i].name != "" {
			b.names[uint32(i)] = search.Named{Name: all[i].name, Reference: all[i].reference}
		}
		b.points[i] = fixedPointOf(all[i].position)
		for _, number := range all[i].features {
			size[number]++
		}
	}
	b.features = make(optionSet, len(slugs))
	sets := make([]*optionRows, len(slugs))
	for number, slug := range slugs {
		sets[number] = newOptionRows(size[number], len(all))
		b.features[option{slug: slug}] = sets[number]
	}
	for i := range all {
		for _, number := range all[i].features {
			sets[number].add(uint32(i))
		}
	}
	for _, set := range sets {
		set.finish(b.availableWords)
	}
	b.featureMasks = newRowMasks(b.features, b.n)
	b.built = newSizes(all, func(row *compact) int32 { return row.built })
	b.plot = newSizes(all, func(row *compact) int32 { return row.plot })
	b.terrace = newSizes(all, func(row *compact) int32 { return row.terrace })
	b.places = sync.OnceValue(func() *spatial { return newSpatial(b.points) })
	go b.places() // an area is searched later than the first results are wanted
}

// details calls and with the rows that pass each condition on features, sizes and position.
// They may be shared: read only.
func (b *base) details(q *query, and func(*roaring.Bitmap), ranges rangeCache) {
	for _, slug := range q.filter.Features {
		having := b.features.bitmap(option{slug: slug})
		if having == nil {
			having = roaring.New()
		}
		and(having)
	}
	for _, size := range []struct {
		name   string
		of     *ranked
		wanted search.Range
	}{{"built", b.built, q.filter.Built}, {"plot", b.plot, q.filter.Plot}, {"terrace", b.terrace, q.filter.Terrace}} {
		if size.wanted != (search.Range{}) {
			and(ranges.get(rangeKey{size.name, size.wanted}, func() *roaring.Bitmap { return size.of.within(size.wanted) }))
		}
	}
	for _, area := range q.shapes {
		and(b.places().within(area))
	}
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
