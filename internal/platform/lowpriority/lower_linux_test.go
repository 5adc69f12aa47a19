package lowpriority

import (
	"testing"

	"golang.org/x/sys/unix"
)

// nicenessOf reads the niceness of the calling thread.
func nicenessOf(t *testing.T) int32 {
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil {
		t.Error(err)
		return 0
	}
	return attr.Nice
}

func TestWorkHasALowerPriorityThanItsCaller(t *testing.T) {
	threads := newThreads(t)
	caller := nicenessOf(t)
	var work int32
	threads.Run(func() { work = nicenessOf(t) })
	if want := min(caller+Niceness, maxNiceness); work != want {
		t.Errorf("niceness %d of the work, want %d", work, want)
	}
	if after := nicenessOf(t); after != caller {
		t.Errorf("niceness %d of the caller afterwards, want %d as before", after, caller)
	}
}
