package worker

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// DefaultWorkers is the default number of processes of a pool.
const DefaultWorkers = 2

const (
	startTimeout = 15 * time.Second // from the start of a process to the end of its handshake
	maxReply     = 32 << 20         // bytes
)

// Session writes the frames of one process and reads its replies, one after the other, so that both
// sides can refer to what the process was sent before. One goroutine at a time uses it.
type Session interface {
	// Frame returns the frame of a payload of Do.
	Frame(payload []byte) []byte
	// Reply returns the result of Do from the reply to the last frame, in the type that its package chose.
	Reply(body []byte) (any, error)
}

// plainSession sends payloads and returns replies as they are: as []byte.
type plainSession struct{}

func (plainSession) Frame(payload []byte) []byte    { return payload }
func (plainSession) Reply(body []byte) (any, error) { return body, nil }

// Config says what a pool runs and with which limits.
type Config struct {
	// Name is the name of the pool in the log and in a process list.
	Name string
	// Node is the path of the Node binary, as FindNode returns it.
	Node string
	// Flags are flags of Node.
	Flags []string
	// Script is an ES module without relative imports that exports
	// open(init: Buffer) → (frame: Buffer) → string | Uint8Array, or a promise of it. The next frame
	// overwrites the Buffer.
	Script string
	// Init returns the first argument of open. It is called at every start; nil means an empty argument.
	Init func() ([]byte, error)
	// NewSession returns the Session of a process. It is called at every start of one, and again
	// after an error of the module or of the Session; nil means frames as they are.
	NewSession func() Session
	// Workers is the number of processes; 0 means DefaultWorkers.
	Workers int
	// Queue is the number of frames that may wait for a free worker; 0 means 256.
	Queue int
	// Timeout limits one frame in a worker; a worker that exceeds it is killed. 0 means 2 s.
	Timeout time.Duration
	// MemoryLimit is the resident size in bytes at which a worker is killed; 0 means no limit.
	// It is enforced where /proc exists.
	MemoryLimit int64
	// Recycle is the number of frames after which a worker is replaced; 0 means 20,000. Each
	// worker takes a random number within 10% of it, so that they are not replaced at once.
	Recycle int
	// BackoffMin and BackoffMax limit the delay before a restart. The delay doubles with each
	// consecutive exit without a reply. 0 means 20 ms and 30 s.
	BackoffMin, BackoffMax time.Duration
	// Log receives the output and the exits of workers; nil means slog.Default.
	Log *slog.Logger
}

// Validate returns all errors of the configuration, joined.
func (c *Config) Validate() error {
	var errs []error
	if c.Node == "" {
		errs = append(errs, fmt.Errorf("worker pool %q: %w: set the path of a Node binary", c.Name, ErrNoNode))
	}
	if strings.TrimSpace(c.Script) == "" {
		errs = append(errs, fmt.Errorf("worker pool %q: the script is empty", c.Name))
	}
	for _, n := range []struct {
		name  string
		value int64
	}{
		{"workers", int64(c.Workers)},
		{"queue", int64(c.Queue)},
		{"timeout", int64(c.Timeout)},
		{"memory limit", c.MemoryLimit},
		{"recycle", int64(c.Recycle)},
		{"minimum backoff", int64(c.BackoffMin)},
		{"maximum backoff", int64(c.BackoffMax)},
	} {
		if n.value < 0 {
			errs = append(errs, fmt.Errorf("worker pool %q: %s is %d; use 0 for the default or a positive number", c.Name, n.name, n.value))
		}
	}
	return errors.Join(errs...)
}

func (c Config) withDefaults() Config {
	c.Workers = cmp.Or(c.Workers, DefaultWorkers)
	c.Queue = cmp.Or(c.Queue, 256)
	c.Timeout = cmp.Or(c.Timeout, 2*time.Second)
	c.Recycle = cmp.Or(c.Recycle, 20_000)
	c.BackoffMin = cmp.Or(c.BackoffMin, 20*time.Millisecond)
	c.BackoffMax = max(cmp.Or(c.BackoffMax, 30*time.Second), c.BackoffMin)
	if c.NewSession == nil {
		c.NewSession = func() Session { return plainSession{} }
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	c.Log = c.Log.With("pool", c.Name)
	return c
}
