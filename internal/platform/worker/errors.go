package worker

import "errors"

// Errors of a frame, for errors.Is.
var (
	// ErrNoNode reports that no usable Node binary was found.
	ErrNoNode = errors.New("no usable Node")
	// ErrBusy reports that the queue is full.
	ErrBusy = errors.New("all workers are busy and the queue is full")
	// ErrDown reports that every worker fails at its start; the frame is not queued.
	ErrDown = errors.New("no worker is running")
	// ErrTimeout reports that the reply did not come in time.
	ErrTimeout = errors.New("the worker did not reply in time")
	// ErrExited reports that two workers exited, one after the other, while they handled the frame.
	ErrExited = errors.New("the worker exited before it replied")
	// ErrClosed reports that the pool is closed.
	ErrClosed = errors.New("the worker pool is closed")
)

// Failure is an error thrown by the script. The worker is healthy and the same frame would
// fail again, so the frame is not retried.
type Failure struct {
	// Text is the message of the script with its stack, at most 4,000 characters.
	Text string
}

func (f *Failure) Error() string { return f.Text }
