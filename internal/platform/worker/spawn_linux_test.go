package worker

import (
	"strconv"
	"syscall"
	"testing"
)

func TestServerGoesBeforeItsWorkers(t *testing.T) {
	pid, err := strconv.Atoi(call(t, newTestPool(t, "priority")))
	if err != nil {
		t.Fatal(err)
	}
	// The system call returns 20 less the niceness.
	worker, err := syscall.Getpriority(syscall.PRIO_PROCESS, pid)
	if err != nil {
		t.Fatal(err)
	}
	server, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	if want := max(server-niceness, 1); worker != want {
		t.Errorf("priority %d of a worker beside %d of the server, want %d", worker, server, want)
	}
}
