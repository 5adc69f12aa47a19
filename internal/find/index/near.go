package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"estate/internal/content/search"
	"estate/internal/find/editdistance"
)

const (
	// maxDistance is the largest edit distance of a misspelt reference.
	maxDistance = 2
	// maxNearLen bounds the bytes of the references that are compared.
	maxNearLen = editdistance.MaxLen
	// minPartLen is the least number of bytes that is searched for inside references.
	minPartLen = 3
)

// nearMatch is a row with a reference close to the wanted one.
type nearMatch struct {
	id        int
	distance  int
	reference string
}

// Near returns the ids of at most limit rows whose references are close to one that a
// visitor typed: with an edit distance of up to two, or beginning with it or containing
// it. Only rows of the smallest distance are returned. Characters that are no letter or
// digit do not count.
func (ix *Index) Near(kind search.Kind, reference string, limit int) []int {
	snapshot, ok := (*ix.current.Load())[kind]
	wanted := lettersAndDigits([]byte(search.FoldReference(reference)), nil)
	if !ok || len(wanted) < 2 || len(wanted) > maxNearLen {
		return nil
	}
	n := nearSearch{wanted: wanted, limit: limit}
	snapshot.eachReference(func(id int, _, letters []byte) { n.compare(id, letters) })
	return n.ids()
}

// eachReference calls compare with the folded reference of each row, and its letters and digits.
// Both change with the next call.
func (s *snapshot) eachReference(compare func(id int, folded, letters []byte)) {
	var letters []byte
	for i := range s.changed {
		folded := []byte(search.FoldReference(s.changed[i].Reference))
		letters = lettersAndDigits(folded, letters[:0])
		compare(s.changed[i].ID, folded, letters)
	}
	for row := range uint32(s.base.n) {
		if !s.masked.Contains(row) {
			folded := s.base.refs.of(row)
			letters = lettersAndDigits(folded, letters[:0])
			compare(s.base.id(row), folded, letters)
		}
	}
}

// nearSearch collects the rows that are near to a wanted reference.
type nearSearch struct {
	wanted []byte
	limit  int
	found  []nearMatch // the nearest ones in order, at most limit
}

func (n *nearSearch) compare(id int, letters []byte) {
	distance := referenceDistance(n.wanted, letters)
	if distance < 0 || len(n.found) > 0 && distance > n.found[0].distance {
		return
	}
	match := nearMatch{id, distance, string(letters)}
	at, _ := slices.BinarySearchFunc(n.found, match, func(a, b nearMatch) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.reference, b.reference), cmp.Compare(a.id, b.id))
	})
	n.found = slices.Insert(n.found, at, match)
	n.found = n.found[:min(len(n.found), n.limit)]
}

// ids returns the ids of the rows with the smallest distance.
func (n *nearSearch) ids() []int {
	var ids []int
	for _, match := range n.found {
		if match.distance == n.found[0].distance {
			ids = append(ids, match.id)
		}
	}
	return ids
}

// lettersAndDigits keeps the letters and digits of a folded reference: "zr-1041 p" is "zr1041p".
func lettersAndDigits(folded, into []byte) []byte {
	for _, c := range folded {
		if isLetterOrDigit(c) {
			into = append(into, c)
		}
	}
	return into
}

// isLetterOrDigit reports whether a byte of a folded reference counts. Bytes of other scripts do.
func isLetterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// allowedDistance is the largest edit distance from a wanted reference: a short one is similar to
// many others.
func allowedDistance(wanted []byte) int {
	if len(wanted) < 5 {
		return 1
	}
	return maxDistance
}

// referenceDistance is the edit distance of two references, 3 when the other begins with
// the wanted one, 4 when it contains it, else -1.
func referenceDistance(wanted, other []byte) int {
	allowed := allowedDistance(wanted)
	if distance := editdistance.Within(wanted, other, allowed); distance <= allowed {
		return distance
	}
	if len(wanted) >= minPartLen {
		switch at := bytes.Index(other, wanted); {
		case at == 0:
			return maxDistance + 1
		case at > 0:
			return maxDistance + 2
		}
	}
	return -1
}
