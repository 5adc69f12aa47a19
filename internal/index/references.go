package index

import (
	"bytes"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

// references keeps all references as one text, so that a part of one is found
// in a single pass.
type references struct {
	text []byte   // folded, each followed by a line feed
	ends []uint32 // behind the line feed of each row
}

func (r *references) add(reference string) {
	r.text = append(append(r.text, fold(reference)...), '\n')
	r.ends = append(r.ends, uint32(len(r.text)))
}

// containing lists the rows whose reference has part in it.
func (r *references) containing(part string) *roaring.Bitmap {
	rows := roaring.New()
	needle := []byte(fold(part))
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

// fold makes references comparable: lower case, no line feed that could join two.
func fold(reference string) string {
	return strings.ReplaceAll(strings.ToLower(reference), "\n", " ")
}
