package simulate

import "testing"

// A decision depends on the seed, the name and the number of the call, and on nothing else.
func TestFaultsDependOnTheNameAndNumberOfACall(t *testing.T) {
	decide := func(seed uint64, between bool) (all [100]int) {
		faults := &Faults{seed: seed, calls: map[string]uint64{}}
		for i := range all {
			if between {
				faults.IntN("another call", 10)
			}
			all[i] = faults.IntN("call", 10)
		}
		return all
	}
	if decide(1, false) != decide(1, true) {
		t.Error("calls of another name change the decisions")
	}
	if decide(1, false) == decide(2, false) {
		t.Error("two seeds decide the same")
	}
	counts := [10]int{}
	for seed := range uint64(1000) {
		counts[decide(seed, false)[seed%100]]++
	}
	for n, count := range counts {
		if count < 60 || count > 150 {
			t.Errorf("%d was chosen %d times in 1000", n, count)
		}
	}
}
