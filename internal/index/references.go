package index

import (
	"bytes"
	"slices"

	"estate/internal/search"

	"github.com/RoaringBitmap/roaring/v2"
)

// references keeps all references as one text, and which of them hold each pair and
// each three of signs, so that a part of one is found without a pass over all.
type references struct {
	text  []byte   // folded, each followed by a line feed
	ends  []uint32 // behind the line feed of each row
	pairs [signs * signs]*roaring.Bitmap
	three [signs * signs * signs]*roaring.Bitmap
}

// signs are the kinds of sign that are told apart: letters, digits, hyphen, space, and
// one for all others, whose rows must be looked at.
const (
	signs = 39
	other = signs - 1
)

func kindOf(sign byte) int {
	switch {
	case sign >= 'a' && sign <= 'z':
		return int(sign - 'a')
	case sign >= '0' && sign <= '9':
		return 26 + int(sign-'0')
	case sign == '-':
		return 36
	case sign == ' ':
		return 37
	}
	return other
}

func (r *references) add(reference string) {
	row, folded := uint32(len(r.ends)), search.FoldReference(reference)
	r.text = append(append(r.text, folded...), '\n')
	r.ends = append(r.ends, uint32(len(r.text)))
	before, last := -1, -1
	for i := range len(folded) {
		kind := kindOf(folded[i])
		if last >= 0 {
			addTo(&r.pairs[last*signs+kind], row)
		}
		if before >= 0 {
			addTo(&r.three[(before*signs+last)*signs+kind], row)
		}
		before, last = last, kind
	}
}

func addTo(rows **roaring.Bitmap, row uint32) {
	if *rows == nil {
		*rows = roaring.New()
	}
	(*rows).Add(row)
}

// finish makes the sets small once all references are added.
func (r *references) finish() {
	for _, sets := range [][]*roaring.Bitmap{r.pairs[:], r.three[:]} {
		for _, rows := range sets {
			if rows != nil {
				rows.RunOptimize()
			}
		}
	}
}

// containing lists the rows whose reference has part in it. The answer may be shared:
// read only.
func (r *references) containing(part string) *roaring.Bitmap {
	needle := []byte(search.FoldReference(part))
	if len(needle) < 2 {
		return r.scan(needle)
	}
	rows, exact := r.candidates(needle)
	if exact {
		return rows
	}
	// Nearly all candidates do have it, mostly at the beginning.
	without := roaring.New()
	var some [256]uint32
	for it := rows.ManyIterator(); ; {
		n := it.NextMany(some[:])
		if n == 0 {
			return roaring.AndNot(rows, without)
		}
		for _, row := range some[:n] {
			if reference := r.of(row); !bytes.HasPrefix(reference, needle) && !bytes.Contains(reference, needle) {
				without.Add(row)
			}
		}
	}
}

// candidates are the rows that have every pair or three signs of the needle; exact when
// they have all of it for sure.
func (r *references) candidates(needle []byte) (rows *roaring.Bitmap, exact bool) {
	exact = len(needle) <= 3
	var sets []*roaring.Bitmap
	for i := range needle {
		kind := kindOf(needle[i])
		exact = exact && kind != other
		var set *roaring.Bitmap
		switch {
		case len(needle) == 2 && i == 1:
			set = r.pairs[kindOf(needle[0])*signs+kind]
		case i >= 2:
			set = r.three[(kindOf(needle[i-2])*signs+kindOf(needle[i-1]))*signs+kind]
		default:
			continue
		}
		if set == nil {
			return roaring.New(), true
		}
		sets = append(sets, set)
	}
	if len(sets) == 1 {
		return sets[0], exact
	}
	return roaring.FastAnd(sets...), exact
}

// of is the folded reference of a row.
func (r *references) of(row uint32) []byte {
	start := uint32(0)
	if row > 0 {
		start = r.ends[row-1]
	}
	return r.text[start : r.ends[row]-1]
}

// scan looks through all references.
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
