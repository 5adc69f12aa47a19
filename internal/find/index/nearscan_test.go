package index

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"estate/internal/content/search"
)

// TestNearAgreesWithTheScan compares the walk over sorted references with a look at each one.
func TestNearAgreesWithTheScan(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	word := func(maxLen int) string {
		letters := []rune("ab12 z-9/pñ")
		w := make([]rune, r.IntN(maxLen))
		for i := range w {
			w[i] = letters[r.IntN(len(letters))]
		}
		return string(w)
	}
	for range 40 {
		references := make([]string, 400)
		for i := range references {
			references[i] = word(6 + r.IntN(12))
		}
		references[7] = strings.Repeat("a1", maxNearLen)
		ix := indexOf(t, references...)
		changes := Changes{Deleted: map[search.Kind][]int{}}
		for id := 1; id <= len(references); id += 9 {
			references[id-1] = word(10)
			changes.Put = append(changes.Put, search.Row{ID: id, Kind: search.KindProperties, Reference: references[id-1]})
		}
		for id := 5; id <= len(references); id += 27 {
			changes.Deleted[search.KindProperties] = append(changes.Deleted[search.KindProperties], id)
			references[id-1] = ""
		}
		ix.Apply(changes)
		for range 200 {
			wanted := word(14)
			if got, want := ix.Near(search.KindProperties, wanted, 5), scanNear(references, wanted, 5); !slices.Equal(got, want) {
				t.Fatalf("Near(%q) = %v, a scan finds %v", wanted, got, want)
			}
		}
	}
}

// scanNear looks at each reference; ids count from 1, and "" is none.
func scanNear(references []string, wanted string, limit int) []int {
	typed := lettersAndDigits([]byte(search.FoldReference(wanted)), nil)
	if len(typed) < 2 || len(typed) > maxNearLen {
		return nil
	}
	var found []nearMatch
	for i, reference := range references {
		text := lettersAndDigits([]byte(search.FoldReference(reference)), nil)
		if distance := referenceDistance(typed, text); distance >= 0 && reference != "" {
			found = append(found, nearMatch{i + 1, distance, string(text)})
		}
	}
	slices.SortFunc(found, func(a, b nearMatch) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.reference, b.reference), cmp.Compare(a.id, b.id))
	})
	var ids []int
	for _, n := range found {
		if len(ids) < limit && n.distance == found[0].distance {
			ids = append(ids, n.id)
		}
	}
	return ids
}

// BenchmarkNear looks for references that nobody has.
func BenchmarkNear(b *testing.B) {
	const rows = 1_000_000
	ix := New(Config{Rows: func(context.Context) iter.Seq2[search.Row, error] {
		return func(yield func(search.Row, error) bool) {
			for id := range rows {
				if !yield(search.Row{ID: id + 1, Kind: search.KindProperties, Reference: fmt.Sprintf("ZRE%07dP", id)}, nil) {
					return
				}
			}
		}
	}})
	if err := ix.Build(b.Context()); err != nil {
		b.Fatal(err)
	}
	ix.Near(search.KindProperties, "zre1", 1) // makes the order
	for name, wanted := range map[string]string{"misspelt": "ZRE0O41234P", "unlike any": "ZRQ123X9", "beginning": "zre00"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ix.Near(search.KindProperties, wanted, 5)
			}
		})
	}
}
