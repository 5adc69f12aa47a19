package index

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"estate/internal/search"
)

const (
	// maxDistance is the largest edit distance of a misspelt reference.
	maxDistance = 2
	// maxNearLen bounds the bytes of the references that are compared.
	maxNearLen = 40
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
	var found []nearMatch
	var line [3][maxNearLen + 1]int
	var buffer []byte
	set := characterSet(wanted)
	compare := func(id int, folded []byte) {
		buffer = lettersAndDigits(folded, buffer[:0])
		if isTooDifferent(set, characterSet(buffer)) {
			return
		}
		if distance := referenceDistance(wanted, buffer, &line); distance >= 0 {
			found = append(found, nearMatch{id, distance, string(buffer)})
		}
	}
	b := snapshot.base
	start := uint32(0)
	for row, end := range b.refs.ends {
		if !snapshot.masked.Contains(uint32(row)) {
			compare(b.ids[row], b.refs.text[start:end-1])
		}
		start = end
	}
	for i := range snapshot.changed {
		compare(snapshot.changed[i].ID, []byte(search.FoldReference(snapshot.changed[i].Reference)))
	}
	slices.SortFunc(found, func(a, b nearMatch) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.reference, b.reference), cmp.Compare(a.id, b.id))
	})
	var ids []int
	for _, n := range found {
		if len(ids) == limit || n.distance > found[0].distance {
			break
		}
		ids = append(ids, n.id)
	}
	return ids
}

// lettersAndDigits keeps the letters and digits of a folded reference: "zr-1041 p" is "zr1041p".
func lettersAndDigits(folded, into []byte) []byte {
	for _, c := range folded {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 {
			into = append(into, c)
		}
	}
	return into
}

// characterSet returns the characters of a reference as bits. A character that one of
// two references lacks is at least one edit, so most pairs need no edit distance.
func characterSet(text []byte) (set uint64) {
	for _, c := range text {
		set |= 1 << (c & 63) // some letters share a bit with a digit: that costs one comparison more
	}
	return set
}

// isTooDifferent reports, by their character sets, that a reference is neither within
// maxDistance of the wanted one nor contains it.
func isTooDifferent(wanted, other uint64) bool {
	return bits.OnesCount64(wanted&^other) > maxDistance || wanted&^other != 0 && bits.OnesCount64(other&^wanted) > maxDistance
}

// referenceDistance is the edit distance of two references, 3 when the other begins with
// the wanted one, 4 when it contains it, else -1.
func referenceDistance(wanted, other []byte, line *[3][maxNearLen + 1]int) int {
	allowed := maxDistance
	if len(wanted) < 5 {
		allowed = 1
	}
	if distance := editDistance(wanted, other, allowed, line); distance <= allowed {
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

// editDistance is the Damerau-Levenshtein distance (optimal string alignment): letters
// inserted, deleted, changed or swapped with the next. A distance above allowed is
// returned as allowed + 1.
func editDistance(a, b []byte, allowed int, line *[3][maxNearLen + 1]int) int {
	if len(b) > maxNearLen || max(len(a)-len(b), len(b)-len(a)) > allowed {
		return allowed + 1
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	before, last, now := &line[0], &line[1], &line[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
			least = min(least, now[j])
		}
		if least > allowed {
			return allowed + 1
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
