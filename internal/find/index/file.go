package index

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"estate/internal/content/search"
)

// fileFormat is the first text of a snapshot file. A change of what the file holds, or of
// what a base makes of its rows, needs a new number: TestFileFormat has the checksum.
const fileFormat = "Estate search index 2"

// FileHeader says what a snapshot file was made of.
type FileHeader struct {
	Rows  string // the version of the rows that the index was built from
	Seq   uint64 // all changes up to this number are in the file, and no later one
	Stamp uint64 // the store's stamp of that change
}

// Base is what a snapshot file holds: the content of the index at its last build.
type Base struct {
	Last  uint64 // number of the last change in it; 0 if it is not known
	bases collections
}

// Base returns the base of the index.
func (ix *Index) Base() Base {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return Base{Last: ix.included, bases: *ix.current.Load()}
}

// WriteFile writes a snapshot file.
func (b Base) WriteFile(w io.Writer, header FileHeader) error {
	e := newEncoder(w)
	e.text(fileFormat)
	e.text(header.Rows)
	e.number(int(header.Seq))
	e.number(int(header.Stamp))
	for _, kind := range fileKinds {
		b.bases[kind].base.encode(e)
	}
	if err := e.finish(); err != nil {
		return fmt.Errorf("write search index: %w", err)
	}
	return nil
}

var fileKinds = []search.Kind{search.KindProperties, search.KindDevelopments}

// ReadFile replaces the content of the index by that of a snapshot file of size bytes.
// Accept is called with its header before the rest is read. After an error the index is
// unchanged. It must not run at the same time as Build or Apply.
func (ix *Index) ReadFile(r io.Reader, size int64, accept func(FileHeader) error) error {
	d := newDecoder(r, size)
	if format := d.text(); d.err == nil && format != fileFormat {
		return fmt.Errorf("the snapshot has another format, not %q", fileFormat)
	}
	header := FileHeader{Rows: d.text(), Seq: uint64(d.number()), Stamp: uint64(d.number())}
	if d.err != nil {
		return d.err
	}
	if err := accept(header); err != nil {
		return err
	}
	next := collections{}
	for _, kind := range fileKinds {
		next[kind] = &snapshot{base: decodeBase(d), masked: emptySnapshot.masked}
	}
	if err := d.finish(); err != nil {
		return err
	}
	for _, s := range next {
		go s.base.places()
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.current.Store(&next)
	ix.included = header.Seq
	return nil
}

func (b *base) encode(e *encoder) {
	b.ids.encode(e)
	encodeList(e, b.low)
	b.modified.encode(e)
	encodeList(e, b.availableWords)
	b.refs.encode(e)
	encodeList(e, b.byID)
	encodeList(e, b.byPrice.rows)
	for g := range groups {
		e.number(len(b.combos[g]))
		for _, combo := range b.combos[g] {
			e.number(len(combo))
			for _, o := range combo {
				o.encode(e)
			}
		}
		encodeList(e, b.codes[g].narrow)
		encodeList(e, b.codes[g].wide)
		e.ints(b.totals[g])
		b.options[g].encode(e)
	}
	b.features.encode(e)
	high := b.highPrice
	if high == b.lowPrice {
		high = nil
	}
	for _, values := range []*ranked{b.lowPrice, high, b.built, b.plot, b.terrace} {
		values.encode(e)
	}
	e.number(len(b.names))
	for row := range b.n {
		if named, ok := b.names[uint32(row)]; ok {
			e.number(row)
			e.text(named.Name)
			e.text(named.Reference)
		}
	}
	coordinates := make([]int32, 0, 2*b.n)
	for _, p := range b.points {
		coordinates = append(coordinates, p.lat, p.lng)
	}
	encodeList(e, coordinates)
}

func decodeBase(d *decoder) *base {
	b := &base{}
	b.n = b.ids.decode(d)
	b.low = exactly[int32](d, b.n)
	if rows := b.modified.decode(d); rows != b.n {
		d.fail(errDamaged)
		b.modified = newColumn(b.n, func(int) int64 { return 0 })
	}
	b.availableWords = d.words(b.n)
	b.decodeSold()
	b.refs.decode(d, b.n)
	for _, order := range []*[]uint32{&b.byID, &b.byPrice.rows} {
		if *order = d.rowsBelow(b.n); len(*order) != b.n {
			d.fail(errDamaged)
		}
	}
	b.byPrice = newPriceOrder(b.byPrice.rows, b.low)
	for g := range groups {
		b.decodeGroup(d, g)
	}
	b.countLevels()
	b.features = b.decodeOptions(d)
	b.featureMasks = newRowMasks(b.features, b.n)
	for _, values := range []**ranked{&b.lowPrice, &b.highPrice, &b.built, &b.plot, &b.terrace} {
		*values = decodeRanked(d, b.n)
	}
	if b.highPrice == nil {
		b.highPrice = b.lowPrice
	}
	b.names = map[uint32]search.Named{}
	for range d.count(24) {
		row := d.number()
		if d.err != nil || row < 0 || row >= b.n {
			d.fail(errDamaged)
			break
		}
		b.names[uint32(row)] = search.Named{Name: d.text(), Reference: d.text()}
	}
	coordinates := exactly[int32](d, 2*b.n)
	b.points = make([]fixedPoint, b.n)
	for i := range b.points {
		b.points[i] = fixedPoint{coordinates[2*i], coordinates[2*i+1]}
	}
	b.places = sync.OnceValue(func() *spatial { return newSpatial(b.points) })
	return b
}

// decodeSold makes the sets of available and sold rows.
func (b *base) decodeSold() {
	var available, sold bitmapBuilder
	for row := range uint32(b.n) {
		if b.availableWords[row>>6]>>(row&63)&1 == 1 {
			available.add(row)
		} else {
			sold.add(row)
		}
	}
	b.available, b.sold = available.withoutRuns(), sold.bitmap()
}

func (b *base) decodeGroup(d *decoder, g group) {
	for range d.count(8) {
		combo := make(combo, 0, d.count(24))
		for range cap(combo) {
			combo = append(combo, decodeOption(d))
		}
		if d.err != nil {
			return
		}
		b.combos[g] = append(b.combos[g], combo)
	}
	b.codes[g] = codes{decodeList[uint8](d), decodeList[uint16](d)}
	b.totals[g] = d.ints(len(b.combos[g]))
	b.options[g] = b.decodeOptions(d)
	if !b.codes[g].areBelow(len(b.combos[g]), b.n) {
		d.fail(errDamaged)
	}
}

// areBelow reports whether there are n codes below a number, in the width of newCodes.
func (c *codes) areBelow(combos, n int) bool {
	want := newCodes(0, combos)
	switch {
	case want.narrow != nil:
		c.wide = nil
		return len(c.narrow) == n && (n == 0 || int(slices.Max(c.narrow)) < combos)
	case want.wide != nil:
		c.narrow = nil
		return len(c.wide) == n && (n == 0 || int(slices.Max(c.wide)) < combos)
	}
	c.narrow, c.wide = nil, nil
	return true
}

func (o option) encode(e *encoder) {
	e.number(int(o.level))
	e.number(o.id)
	e.text(o.slug)
}

func decodeOption(d *decoder) option {
	return option{level: search.Level(d.number()), id: d.number(), slug: d.text()}
}

// encode writes the options in a fixed order: equal rows make equal files.
func (s optionSet) encode(e *encoder) {
	options := make([]option, 0, len(s))
	for o := range s {
		options = append(options, o)
	}
	slices.SortFunc(options, compareOptions)
	e.number(len(options))
	for _, o := range options {
		o.encode(e)
		encodeList(e, s[o].list)
		encodeList(e, s[o].words)
	}
}

func (b *base) decodeOptions(d *decoder) optionSet {
	set := optionSet{}
	for range d.count(40) {
		o, rows := decodeOption(d), &optionRows{}
		rows.list = d.rowsBelow(b.n)
		if !slices.IsSorted(rows.list) {
			d.fail(errDamaged)
		}
		if words := decodeList[uint64](d); len(words) > 0 {
			rows.words = words
			if len(rows.list) > 0 || !areWords(words, b.n) {
				d.fail(errDamaged)
			}
		}
		if d.err != nil {
			break
		}
		rows.finish(b.availableWords)
		set[o] = rows
	}
	return set
}

// words reads one bit for each of n rows.
func (d *decoder) words(n int) []uint64 {
	words := exactly[uint64](d, wordsOf(n))
	if !areWords(words, n) {
		d.fail(errDamaged)
	}
	return words
}

// areWords reports whether words have bits of n rows only.
func areWords(words []uint64, n int) bool {
	return len(words) == wordsOf(n) && (n%64 == 0 || words[len(words)-1]>>(n%64) == 0)
}

func (r *references) encode(e *encoder) {
	encodeList(e, r.text)
	encodeList(e, r.ends)
	filled := 0
	for _, rows := range r.trigrams {
		if rows != nil {
			filled++
		}
	}
	e.number(filled)
	for at, rows := range r.trigrams {
		if rows != nil {
			e.number(at)
			e.bitmap(rows)
		}
	}
}

func (r *references) decode(d *decoder, n int) {
	r.text = decodeList[uint8](d)
	r.ends = exactly[uint32](d, n)
	before := uint32(0)
	for row, end := range r.ends {
		if end <= before || int(end) > len(r.text) {
			d.fail(errDamaged)
			return
		}
		if end-before == pairBytes {
			r.pairs = append(r.pairs, uint32(row))
		}
		before = end
	}
	if int(before) != len(r.text) {
		d.fail(errDamaged)
	}
	for range d.count(16) {
		at := d.number()
		if at < 0 || at >= len(r.trigrams) {
			d.fail(errDamaged)
			return
		}
		r.trigrams[at] = d.bitmap(n)
	}
}
