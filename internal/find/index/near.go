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
	n := nearSearch{snapshot: snapshot, wanted: wanted, limit: limit, order: snapshot.base.nearOrder()}
	n.compareChanged()
	n.compareBase()
	return n.ids()
}

// nearSearch collects the rows that are near to a wanted reference.
type nearSearch struct {
	snapshot *snapshot
	order    *nearOrder
	wanted   []byte
	limit    int
	found    []nearMatch
	buffer   []byte
}

// compareChanged looks at the overlay, which is small.
func (n *nearSearch) compareChanged() {
	for i := range n.snapshot.changed {
		row := &n.snapshot.changed[i]
		n.compare(row.ID, []byte(search.FoldReference(row.Reference)))
	}
}

func (n *nearSearch) compare(id int, folded []byte) {
	n.buffer = lettersAndDigits(folded, n.buffer[:0])
	if distance := referenceDistance(n.wanted, n.buffer); distance >= 0 {
		n.found = append(n.found, nearMatch{id, distance, string(n.buffer)})
	}
}

// compareBase adds the rows of the base with the smallest distance, at least.
func (n *nearSearch) compareBase() {
	before := len(n.found)
	for distance := range allowedDistance(n.wanted) + 1 { // each distance takes ten times as long as the last
		n.order.within(n.wanted, distance, func(row uint32) bool {
			n.compareRow(row) // in the order of the result
			return len(n.found) < before+n.limit
		})
		if len(n.found) > before {
			return
		}
	}
	if len(n.wanted) < minPartLen {
		return
	}
	for lo, hi := n.order.beginning(n.wanted); lo < hi && len(n.found) < before+n.limit; lo++ {
		n.compareRow(n.order.rows[lo]) // in the order of the result
	}
	if len(n.found) > before {
		return
	}
	for row := range n.order.punctuated.containing(n.wanted) {
		n.compareRow(row)
	}
	for it := n.order.refs.containing(string(n.wanted), nil).Iterator(); it.HasNext(); {
		n.compareRow(it.Next())
	}
}

// compareRow compares a row of the base that has not changed.
func (n *nearSearch) compareRow(row uint32) {
	if !n.snapshot.masked.Contains(row) {
		n.compare(n.snapshot.base.id(row), n.order.refs.of(row))
	}
}

// ids returns the ids of the closest rows.
func (n *nearSearch) ids() []int {
	slices.SortFunc(n.found, func(a, b nearMatch) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.reference, b.reference), cmp.Compare(a.id, b.id))
	})
	n.found = slices.Compact(n.found) // a row with other characters may be found twice
	var ids []int
	for _, match := range n.found {
		if len(ids) == n.limit || match.distance > n.found[0].distance {
			break
		}
		ids = append(ids, match.id)
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
