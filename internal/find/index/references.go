package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// references holds all references as one text, with a trigram index: a part of a reference is
// found without a scan.
type references struct {
	text     []byte   // folded, each followed by a line feed
	ends     []uint32 // offset after the line feed of each row
	pairs    []uint32 // rows whose reference has two characters, and so no trigram
	trigrams [classes * classes * classes]*roaring.Bitmap
}

// pairBytes is the length of a reference of two characters in the text.
const pairBytes = 3

// classes is the number of character classes: each letter, each digit, hyphen, space, and
// one for all others, whose matches must be verified.
const (
	classes = 39
	other   = classes - 1
)

// classOf is the class of a character of a folded reference.
func classOf(c byte) int {
	switch {
	case c >= 'a' && c <= 'z':
		return int(c - 'a')
	case c >= '0' && c <= '9':
		return 26 + int(c-'0')
	case c == '-':
		return 36
	case c == ' ':
		return 37
	}
	return other
}

func (r *references) add(reference string) {
	row, folded := uint32(len(r.ends)), search.FoldReference(reference)
	r.text = append(append(r.text, folded...), '\n')
	r.ends = append(r.ends, uint32(len(r.text)))
	if len(folded)+1 == pairBytes {
		r.pairs = append(r.pairs, row)
	}
	before, last := -1, -1
	for i := range len(folded) {
		class := classOf(folded[i])
		if before >= 0 {
			addTo(&r.trigrams[(before*classes+last)*classes+class], row)
		}
		before, last = last, class
	}
}

func addTo(rows **roaring.Bitmap, row uint32) {
	if *rows == nil {
		*rows = roaring.New()
	}
	(*rows).Add(row)
}

// finish compresses the sets after all references are added.
func (r *references) finish() {
	for _, rows := range r.trigrams {
		if rows != nil {
			rows.RunOptimize()
		}
	}
}

// containing returns the rows whose reference contains part; among some rows, unless they
// are nil. The result may be shared: read only.
func (r *references) containing(part string, among *roaring.Bitmap) *roaring.Bitmap {
	needle := []byte(search.FoldReference(part))
	if len(needle) < 2 {
		return r.scan(needle)
	}
	rows, exact := r.candidates(needle)
	if exact {
		return rows
	}
	if among != nil {
		rows = roaring.And(rows, among)
	}
	// Nearly all candidates contain it, mostly at the beginning.
	first, mask := firstBytes(needle)
	quick := len(needle) <= 8 && bytes.IndexByte(needle, '\n') < 0 // ends within the reference
	without := roaring.New()
	var some [256]uint32
	for it := rows.ManyIterator(); ; {
		n := it.NextMany(some[:])
		if n == 0 {
			return roaring.AndNot(rows, without)
		}
		for _, row := range some[:n] {
			start := r.start(row)
			if quick && len(r.text)-int(start) >= 8 && binary.LittleEndian.Uint64(r.text[start:])&mask == first {
				continue
			}
			if !bytes.Contains(r.of(row), needle) {
				without.Add(row)
			}
		}
	}
}

// candidates returns the rows that have every trigram of the needle. exact reports that all of
// them contain the needle.
func (r *references) candidates(needle []byte) (rows *roaring.Bitmap, exact bool) {
	exact = len(needle) <= 3
	for _, c := range needle {
		exact = exact && classOf(c) != other
	}
	if len(needle) == 2 {
		return r.withPair(needle), exact
	}
	var sets []*roaring.Bitmap
	for i := 2; i < len(needle); i++ {
		set := r.trigrams[(classOf(needle[i-2])*classes+classOf(needle[i-1]))*classes+classOf(needle[i])]
		if set == nil {
			return roaring.New(), true
		}
		sets = append(sets, set)
	}
	if len(sets) == 1 {
		return sets[0], exact
	}
	// The beginnings of references are in nearly all of them.
	slices.SortFunc(sets, func(a, b *roaring.Bitmap) int { return cmp.Compare(a.GetCardinality(), b.GetCardinality()) })
	return roaring.FastAnd(sets...), exact
}

// withPair returns the rows that have the classes of two characters in a trigram, and those whose
// reference is the two characters.
func (r *references) withPair(pair []byte) *roaring.Bitmap {
	at := classOf(pair[0])*classes + classOf(pair[1])
	var sets []*roaring.Bitmap
	for class := range classes {
		for _, set := range [...]*roaring.Bitmap{r.trigrams[at*classes+class], r.trigrams[class*classes*classes+at]} {
			if set != nil {
				sets = append(sets, set)
			}
		}
	}
	rows := roaring.FastOr(sets...)
	for _, row := range r.pairs {
		if bytes.Equal(r.of(row), pair) {
			rows.Add(row)
		}
	}
	return rows
}

// of returns the folded reference of a row.
func (r *references) of(row uint32) []byte {
	return r.text[r.start(row) : r.ends[row]-1]
}

// start returns the offset of the reference of a row.
func (r *references) start(row uint32) uint32 {
	if row == 0 {
		return 0
	}
	return r.ends[row-1]
}

// firstBytes packs up to eight bytes of a needle, and a mask of their bits.
func firstBytes(needle []byte) (first, mask uint64) {
	for i := range min(len(needle), 8) {
		first |= uint64(needle[i]) << (8 * i)
		mask |= 0xff << (8 * i)
	}
	return first, mask
}

// scan searches the text of all references.
func (r *references) scan(needle []byte) *roaring.Bitmap {
	rows := roaring.New()
	for from := 0; ; {
		at := bytes.Index(r.text[from:], needle)
		if at < 0 {
			return rows
		}
		row, _ := slices.BinarySearch(r.ends, uint32(from+at+1))
		rows.Add(uint32(row))
		from = int(r.ends[row])
	}
}
