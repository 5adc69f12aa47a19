package index

import (
	"slices"
	"strings"
	"testing"

	"estate/internal/content/search"
)

// TestTwoCharactersOfAReference: they are found at any place, also where they are the whole reference.
func TestTwoCharactersOfAReference(t *testing.T) {
	references := []string{"ab", "xab", "abx", "axb", "xabx", "a b", "a", "ba", "Ab", "ä7", "éb", "", "7ä", "a-b"}
	ix := indexOf(t, references...)
	all, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties})
	if err != nil || all.Total != len(references) {
		t.Fatalf("%d of %d: %v", all.Total, len(references), err)
	}
	for _, part := range append([]string{"bx", "b-", " b", "zz", "é7"}, references...) {
		if len(part) != 2 {
			continue
		}
		want := 0
		for _, reference := range references {
			if strings.Contains(search.FoldReference(reference), search.FoldReference(part)) {
				want++
			}
		}
		got, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties, Reference: part})
		if err != nil || got.Total != want || len(slices.Compact(slices.Sorted(slices.Values(got.IDs)))) != want {
			t.Errorf("%q: %d and %v, want %d: %v", part, got.Total, got.IDs, want, err)
		}
	}
}
