package index

import (
	"bytes"
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// References returns at most limit references that begin with a text or, if there are none,
// contain it. Characters that are no letter or digit do not count. They are folded and sorted.
// Sold properties are among them.
func (ix *Index) References(kind search.Kind, text string, limit int) []string {
	s, ok := (*ix.current.Load())[kind]
	wanted := lettersAndDigits([]byte(search.FoldReference(text)), nil)
	if !ok || len(wanted) < minPartLen || len(wanted) > maxNearLen {
		return nil
	}
	found := s.referencesBeginning(wanted, limit)
	if len(found) == 0 {
		found = s.referencesContaining(wanted, limit)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	return found[:min(limit, len(found))]
}

// referencesBeginning returns the references of the overlay that begin with a text, and the first
// ones of the base, at most limit.
func (s *snapshot) referencesBeginning(wanted []byte, limit int) []string {
	found := s.changedReferences(func(letters []byte) bool { return bytes.HasPrefix(letters, wanted) })
	order := s.base.nearOrder()
	from, to := order.beginning(wanted)
	return append(found, s.unchangedReferences(slices.Values(order.rows[from:to]), limit)...)
}

// referencesContaining is referencesBeginning for a text at any place.
func (s *snapshot) referencesContaining(wanted []byte, limit int) []string {
	found := s.changedReferences(func(letters []byte) bool { return bytes.Contains(letters, wanted) })
	order := s.base.nearOrder()
	found = append(found, s.unchangedReferences(order.punctuated.containing(wanted), limit)...)
	return append(found, s.unchangedReferences(rowsOf(order.refs.containing(string(wanted), nil)), limit)...)
}

// changedReferences returns the references of the overlay whose letters and digits pass.
func (s *snapshot) changedReferences(pass func(letters []byte) bool) []string {
	var found []string
	var letters []byte
	for i := range s.changed {
		folded := search.FoldReference(s.changed[i].Reference)
		if letters = lettersAndDigits([]byte(folded), letters[:0]); pass(letters) {
			found = append(found, folded)
		}
	}
	return found
}

// unchangedReferences returns the references of the first rows of the base that have not changed, at
// most limit.
func (s *snapshot) unchangedReferences(rows iter.Seq[uint32], limit int) []string {
	var found []string
	for row := range rows {
		if len(found) == limit {
			break
		}
		if !s.masked.Contains(row) {
			found = append(found, string(s.base.refs.of(row)))
		}
	}
	return found
}

// rowsOf returns the rows of a set in ascending order.
func rowsOf(set *roaring.Bitmap) iter.Seq[uint32] {
	return func(yield func(uint32) bool) { set.Iterate(yield) }
}
