package index

import (
	"math/rand/v2"
	"testing"

	"estate/internal/content/search"
)

// TestRangesOfRanks compares ranges of values with a look at each value.
func TestRangesOfRanks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for _, different := range []int{1, 2, 3, 64, 65, 700} {
		values := make([]int32, 1000)
		for i := range values {
			values[i] = int32(r.IntN(different)) * 10
		}
		ranks := newRanked(len(values), func(row int) int32 { return values[row] })
		for range 200 {
			limits := search.Range{From: r.IntN(different * 11), To: r.IntN(different * 11)}
			found := ranks.within(limits)
			for row, value := range values {
				want := value > 0 && int(value) >= limits.From && (limits.To == 0 || int(value) <= limits.To)
				if found.Contains(uint32(row)) != want {
					t.Fatalf("%d values, %+v: a row with %d is found: %v", different, limits, value, !want)
				}
			}
		}
	}
}
