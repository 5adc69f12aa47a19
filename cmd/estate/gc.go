package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Between two collections the heap grows by maxGCPercent of the live heap. Where that is more than
// gcHeadroom bytes, as with a large search index, it grows by gcHeadroom, but by minGCPercent at least.
const (
	minGCPercent = 12
	maxGCPercent = 50
	gcHeadroom   = 24 << 20
)

// tuneGC lets the heap grow by 50 % of the live heap and the ballast before a collection, instead of by
// 100 %, and by less when they are large. Most of the live heap is the page cache and the
// search index, which have few pointers and are cheap to scan. The ballast counts as live as long as
// it is referenced, but is never written and so takes no memory: it avoids frequent collections on a
// small site. A set GOGC takes precedence.
func tuneGC() (ballast []byte) {
	if os.Getenv("GOGC") != "" {
		return nil
	}
	debug.SetGCPercent(maxGCPercent)
	adaptGCPercent(maxGCPercent)
	return make([]byte, 32<<20)
}

// adaptGCPercent sets the percentage after each collection. A finalizer is the only notice of one.
func adaptGCPercent(current int) {
	type sentinel struct{ _ [16]byte }
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var arm func()
	arm = func() {
		runtime.SetFinalizer(&sentinel{}, func(*sentinel) {
			metrics.Read(live)
			if percent := gcPercent(live[0].Value.Uint64()); percent != current {
				debug.SetGCPercent(percent)
				current = percent
			}
			arm()
		})
	}
	arm()
}

// gcPercent is the percentage of a live heap of so many bytes.
func gcPercent(live uint64) int {
	return int(min(maxGCPercent, max(minGCPercent, gcHeadroom*100/max(live, 1))))
}
