package worker

import "errors"

// What can go wrong with a frame. Callers tell them apart by errors.Is.
var (
	// ErrNoNode reports that no usable Node binary is there.
	ErrNoNode = errors.New("no usable Node")
	// ErrBusy reports that the queue is full.
	ErrBusy = errors.New("all workers are busy and the queue is full")
	// ErrDown reports that no worker stays up; waiting for one would be in vain.
	ErrDown = errors.New("no worker is running")
	// ErrTimeout reports that the answer did not come in time.
	ErrTimeout = errors.New("the worker did not answer in time")
	// ErrLost reports that the worker ended while it held the frame, twice.
	ErrLost = errors.New("the worker ended before it answered")
	// ErrClosed reports that the pool is closed.
	ErrClosed = errors.New("the worker pool is closed")
)

// Failure is an error thrown by the script itself. The worker is sound and the
// same frame would fail again, so it is not retried.
type Failure struct {
	// Text is the script's message with its stack, bounded in length.
	Text string
}

func (f *Failure) Error() string { return f.Text }
