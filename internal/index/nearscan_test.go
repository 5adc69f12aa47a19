package index

import (
	"math/rand/v2"
	"testing"
)

// TestNearMissesNoReference compares editDistance and isTooDifferent with the whole table
// of edit distances, over references of few characters, which are similar.
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
			if isTooDifferent(characterSet(a), characterSet(b)) {
				t.Fatalf("%q and %q count as too different", a, b)
			}
		}
	}
	if near < 1000 {
		t.Errorf("only %d pairs were near: the comparison proves little", near)
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
