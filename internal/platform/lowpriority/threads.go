package lowpriority

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// Niceness is added to that of a thread or process: when all processors are busy it still gets a quarter of one.
const Niceness = 5

// maxWait is how long work waits for a thread. Then it runs in the goroutine of its caller: threads that all wait for
// a database hold up nothing. With 20 ms, cached pages waited longer beside a client that asks for new ones (ADR 28).
const maxWait = 100 * time.Millisecond

// Threads run work on threads of a lower priority. Go cannot give a goroutine a priority. A thread has one, and
// the kernel interrupts it for a thread of the normal priority that wakes up; otherwise that waits until the slice
// of the other thread is over. A nil *Threads runs work in the goroutine of the caller.
type Threads struct {
	jobs    chan func()
	closed  chan struct{}
	close   sync.Once
	running sync.WaitGroup
}

// New starts a thread for each processor but one, on which the goroutines run that hand the work over: with a thread
// for each of two processors, new pages were 6 % fewer. Where the system refuses a lower priority, theirs is the normal one.
func New() *Threads {
	t := &Threads{jobs: make(chan func()), closed: make(chan struct{})}
	for range max(1, runtime.GOMAXPROCS(0)-1) {
		t.running.Go(t.run)
	}
	return t
}

// run runs jobs on a thread of its own, which ends with it.
func (t *Threads) run() {
	runtime.LockOSThread() // for ever: the thread must not run other goroutines
	_ = Lower(0)
	for {
		select {
		case job := <-t.jobs:
			job()
		case <-t.closed:
			return
		}
	}
}

// PanicError is a panic of work, with the stack of its thread.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("%v\n%s", e.Value, e.Stack) }

// Unwrap returns the value of the panic if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Run runs work and returns when it is done. A panic of work becomes one of Run, with a *PanicError.
func (t *Threads) Run(work func()) {
	if t == nil {
		work()
		return
	}
	done := make(chan *PanicError, 1)
	job := func() {
		var failure *PanicError
		defer func() {
			if value := recover(); value != nil {
				failure = &PanicError{value, debug.Stack()}
			}
			done <- failure
		}()
		work()
	}
	if !t.hand(job) {
		work()
		return
	}
	if failure := <-done; failure != nil {
		panic(failure)
	}
}

// hand gives a job to a thread; false when none took it.
func (t *Threads) hand(job func()) bool {
	select {
	case t.jobs <- job:
		return true
	default:
	}
	patience := time.NewTimer(maxWait)
	defer patience.Stop()
	select {
	case t.jobs <- job:
		return true
	case <-t.closed:
	case <-patience.C:
	}
	return false
}

// Close ends the threads after the work that they run; a second call does nothing. Further work runs in the
// goroutine of the caller.
func (t *Threads) Close() error {
	t.close.Do(func() { close(t.closed) })
	t.running.Wait()
	return nil
}
