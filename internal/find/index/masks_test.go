package index

import (
	"math/rand/v2"
	"testing"
)

// TestMasksCountAsSets compares counts by masks with counts by the set of each option.
func TestMasksCountAsSets(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	const n = 3000
	options := optionSet{}
	for id := range maxMaskOptions + 9 {
		share := 1 + r.IntN(100) // the rarest have lists
		having := newOptionRows(n*share/100, n)
		for row := range uint32(n) {
			if r.IntN(100) < share {
				having.add(row)
			}
		}
		having.finish(make([]uint64, wordsOf(n)))
		options[option{id: id}] = having
	}
	masks := newRowMasks(options, n)
	if len(masks.options) != maxMaskOptions || len(masks.others) != 9 {
		t.Fatalf("%d options have a bit and %d have none", len(masks.options), len(masks.others))
	}
	for _, share := range []int{0, 1, 30, 100} {
		var rows []uint32
		for row := range uint32(n) {
			if r.IntN(100) < share {
				rows = append(rows, row)
			}
		}
		seen := masks.count(rows)
		for bit, o := range masks.options {
			want := 0
			for _, row := range rows {
				if options[o].rows.Contains(row) {
					want++
				}
			}
			if seen[bit] != want {
				t.Errorf("%d rows: option %d counts %d, want %d", len(rows), o.id, seen[bit], want)
			}
		}
	}
}
