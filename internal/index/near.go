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
	// farthest is how many slips of the keyboard still mean the same reference.
	farthest = 2
	// longestNear bounds the reference that others are compared with.
	longestNear = 40
	// shortestPart is the least of a reference that is worth looking for within others.
	shortestPart = 3
)

// neighbour is a row whose reference comes close, and how close.
type neighbour struct {
	id        int
	far       int
	reference string
}

// Near returns the ids of at most most rows whose references come close to one
// that a visitor typed: misspelt by up to two slips, or the beginning or a part
// of it. Only the closest are told. Signs that are no letter or digit do not count.
func (ix *Index) Near(kind search.Kind, reference string, most int) []int {
	snapshot, ok := (*ix.current.Load())[kind]
	wanted := bare([]byte(search.FoldReference(reference)), nil)
	if !ok || len(wanted) < 2 || len(wanted) > longestNear {
		return nil
	}
	var found []neighbour
	var line [3][longestNear + 1]int
	var buffer []byte
	signs := signsOf(wanted)
	look := func(id int, folded []byte) {
		buffer = bare(folded, buffer[:0])
		if isOther(signs, signsOf(buffer)) {
			return
		}
		if far := farness(wanted, buffer, &line); far >= 0 {
			found = append(found, neighbour{id, far, string(buffer)})
		}
	}
	b := snapshot.base
	start := uint32(0)
	for row, end := range b.refs.ends {
		if !snapshot.masked.Contains(uint32(row)) {
			look(b.ids[row], b.refs.text[start:end-1])
		}
		start = end
	}
	for i := range snapshot.changed {
		look(snapshot.changed[i].ID, []byte(search.FoldReference(snapshot.changed[i].Reference)))
	}
	slices.SortFunc(found, func(a, b neighbour) int {
		return cmp.Or(cmp.Compare(a.far, b.far), strings.Compare(a.reference, b.reference), cmp.Compare(a.id, b.id))
	})
	var ids []int
	for _, n := range found {
		if len(ids) == most || n.far > found[0].far {
			break
		}
		ids = append(ids, n.id)
	}
	return ids
}

// bare keeps the letters and digits of a folded reference: "zr-1041 p" is "zr1041p".
func bare(folded, into []byte) []byte {
	for _, sign := range folded {
		if sign >= 'a' && sign <= 'z' || sign >= '0' && sign <= '9' || sign >= 0x80 {
			into = append(into, sign)
		}
	}
	return into
}

// signsOf are the signs in a reference as bits. Each sign
// that one of two references lacks is a slip, so that most pairs of a million need no
// closer look.
func signsOf(bare []byte) (signs uint64) {
	for _, sign := range bare {
		signs |= 1 << (sign & 63) // some letters share a bit with a digit: that costs a look, no more
	}
	return signs
}

// isOther reports references too different for a slip, and the first no part of the second.
func isOther(wanted, there uint64) bool {
	return bits.OnesCount64(wanted&^there) > farthest || wanted&^there != 0 && bits.OnesCount64(there&^wanted) > farthest
}

// farness is how many slips lie between two references; a beginning counts as
// three, another part as four; -1 when they have nothing to do with each other.
func farness(wanted, there []byte, line *[3][longestNear + 1]int) int {
	allowed := farthest
	if len(wanted) < 5 {
		allowed = 1
	}
	if far := slips(wanted, there, allowed, line); far <= allowed {
		return far
	}
	if len(wanted) >= shortestPart {
		switch at := bytes.Index(there, wanted); {
		case at == 0:
			return farthest + 1
		case at > 0:
			return farthest + 2
		}
	}
	return -1
}

// slips counts the letters to put in, leave out, change or swap with their
// neighbour; more than allowed is only known to be more.
func slips(a, b []byte, allowed int, line *[3][longestNear + 1]int) int {
	if len(b) > longestNear || max(len(a)-len(b), len(b)-len(a)) > allowed {
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
