package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

func TestALargeHeapGrowsByLessBeforeACollection(t *testing.T) {
	for live, want := range map[uint64]int{0: 50, 48 << 20: 50, 96 << 20: 25, 200 << 20: 12, 1 << 30: 12} {
		if got := gcPercent(live); got != want {
			t.Errorf("%d MB live: %d %%, want %d", live>>20, got, want)
		}
	}
}

// TestTheGCPercentFollowsTheHeap allocates a heap and frees it.
func TestTheGCPercentFollowsTheHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	ballast := tuneGC()
	defer runtime.KeepAlive(ballast)
	percent := func() int {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return int(sample[0].Value.Uint64())
	}
	until := func(low, high int) {
		t.Helper()
		for range 2000 { // a finalizer runs some time after the collection
			runtime.GC()
			if got := percent(); low <= got && got <= high {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Fatalf("the percentage is %d, want %d to %d", percent(), low, high)
	}
	heap := make([]byte, 256<<20)
	until(minGCPercent, minGCPercent)
	runtime.KeepAlive(heap)
	until(2*minGCPercent, maxGCPercent) // what else the process has is small
}
