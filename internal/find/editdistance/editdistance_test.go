package editdistance_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"estate/internal/find/editdistance"
)

// TestWithinAgreesWithTheWholeTable compares texts of few characters, which are similar.
func TestWithinAgreesWithTheWholeTable(t *testing.T) {
	const limit = 2
	r := rand.New(rand.NewPCG(3, 9))
	word := func() []byte {
		w := make([]byte, r.IntN(9))
		for i := range w {
			w[i] = "ab12z9\xc3p"[r.IntN(8)]
		}
		return w
	}
	near := 0
	for range 200_000 {
		a, b := word(), word()
		want := min(wholeTable(a, b), limit+1)
		if got := editdistance.Within(a, b, limit); got != want {
			t.Fatalf("Within(%q, %q, %d) = %d, want %d", a, b, limit, got, want)
		}
		if want <= limit {
			near++
		}
	}
	if near < 1000 {
		t.Errorf("only %d pairs were near: the comparison proves little", near)
	}
}

func TestWithinRefusesLongTexts(t *testing.T) {
	long := strings.Repeat("a", editdistance.MaxLen+1)
	if got := editdistance.Within(long, long, 2); got != 3 {
		t.Errorf("Within of two texts of %d bytes = %d, want 3", len(long), got)
	}
}

// wholeTable fills the table of optimal string alignment without a bound.
func wholeTable(a, b []byte) int {
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
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			table[i][j] = min(table[i-1][j]+1, table[i][j-1]+1, table[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				table[i][j] = min(table[i][j], table[i-2][j-2]+1)
			}
		}
	}
	return table[len(a)][len(b)]
}
