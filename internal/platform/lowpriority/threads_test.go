package lowpriority

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func newThreads(t *testing.T) *Threads {
	t.Helper()
	threads := New()
	t.Cleanup(func() { threads.Close() })
	return threads
}

func TestRunWaitsForItsWork(t *testing.T) {
	for name, threads := range map[string]*Threads{"threads": newThreads(t), "none": nil} {
		n := 0
		threads.Run(func() { n++ })
		if n != 1 {
			t.Errorf("%s: work ran %d times, want once", name, n)
		}
	}
}

// TestWorkThatWaitsKeepsNoOtherWork runs work that waits for other work, on all threads.
func TestWorkThatWaitsKeepsNoOtherWork(t *testing.T) {
	threads := newThreads(t)
	released := make(chan struct{})
	var waiting sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		waiting.Go(func() { threads.Run(func() { <-released }) })
	}
	threads.Run(func() { close(released) })
	waiting.Wait()
}

func TestPanicReachesTheCaller(t *testing.T) {
	threads := newThreads(t)
	func() {
		defer func() {
			failure, ok := recover().(*PanicError)
			if !ok || !errors.Is(failure, io.ErrUnexpectedEOF) || !strings.Contains(failure.Error(), "threads_test.go") {
				t.Errorf("recovered %v, want the panic with the stack of the work", failure)
			}
		}()
		threads.Run(func() { panic(io.ErrUnexpectedEOF) })
	}()
	ran := false
	threads.Run(func() { ran = true })
	if !ran {
		t.Error("no thread runs work after a panic")
	}
}

// TestWorkAfterCloseRunsInTheCaller closes the threads twice, as an app that is stopped by two callers does.
func TestWorkAfterCloseRunsInTheCaller(t *testing.T) {
	threads := newThreads(t)
	threads.Close()
	ran := false
	threads.Run(func() { ran = true })
	if !ran {
		t.Error("the work did not run")
	}
}
