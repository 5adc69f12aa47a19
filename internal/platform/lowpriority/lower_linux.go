package lowpriority

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

const maxNiceness = 19

// slice is the longest that the kernel allows. A thread that wakes up interrupts one whose slice is longer than its
// own, at once (Linux 6.12 and later; earlier kernels ignore it).
const slice = 100 * time.Millisecond

// Lower lowers the priority of a thread, by its id; 0 is the calling thread. Threads and processes that it
// starts afterwards inherit it.
func Lower(tid int) error {
	attr, err := unix.SchedGetAttr(tid, 0)
	if err != nil {
		return fmt.Errorf("read the priority of thread %d: %w", tid, err)
	}
	if attr.Policy != unix.SCHED_NORMAL && attr.Policy != unix.SCHED_BATCH {
		return nil // the operator chose a policy that has no niceness
	}
	attr.Nice = min(attr.Nice+Niceness, maxNiceness)
	attr.Runtime = uint64(slice)
	if err := unix.SchedSetAttr(tid, attr, 0); err != nil {
		return fmt.Errorf("lower the priority of thread %d: %w", tid, err)
	}
	return nil
}
