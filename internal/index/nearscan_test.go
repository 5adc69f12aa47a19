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

	"estate/internal/search"
)

// TestNearMissesNoReference compares editDistance with the whole table of edit distances, over
// references of few characters, which are similar.
func TestNearMissesNoReference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	word := func() []byte {
		w := make([]byte, r.IntN(9))
		for i := range w {
			w[i] = "ab12z9\xc3p"[r.IntN(8)]
		}
		return w
	}
	var line [3][maxNearLen + 1]int
	near := 0
	for range 200_000 {
		a, b := word(), word()
		want := plainEditDistance(a, b)
		got := editDistance(a, b, maxDistance, &line)
		if min(got, maxDistance+1) != min(want, maxDistance+1) {
			t.Fatalf("editDistance(%q, %q) = %d, want %d", a, b, got, want)
		}
		if referenceDistance(a, b, &line) >= 0 {
			near++
		}
	}
	if near < 1000 {
		t.Errorf("only %d pairs were near: the comparison proves little", near)
	}
}

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
	var line [3][maxNearLen + 1]int
	var found []nearMatch
	for i, reference := range references {
		text := lettersAndDigits([]byte(search.FoldReference(reference)), nil)
		if distance := referenceDistance(typed, text, &line); distance >= 0 && reference != "" {
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

// plainEditDistance fills the whole table of optimal string alignment.
func plainEditDistance(a, b []byte) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		table[i][0] = i
	}
	for j := range len(b) + 1 {
		table[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			table[i][j] = min(table[i-1][j]+1, table[i][j-1]+1, table[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				table[i][j] = min(table[i][j], table[i-2][j-2]+1)
			}
		}
	}
	return table[len(a)][len(b)]
}
