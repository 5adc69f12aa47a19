package worker

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// Config says what a pool runs and within which bounds.
type Config struct {
	// Name tells pools apart in the log.
	Name string
	// Node is the path of the Node binary, as FindNode returns it.
	Node string
	// Flags are given to Node before the script.
	Flags []string
	// Script is an ES module without relative imports that exports
	// open(init: Buffer) → (frame: Buffer) → string | Uint8Array, or a promise of it.
	Script string
	// Init is asked for the module's first argument at every start; nil means an empty one.
	Init func() ([]byte, error)
	// Workers is the number of processes; 0 means 2.
	Workers int
	// Queue is how many frames may wait for a free worker; 0 means 256.
	Queue int
	// Timeout bounds one frame inside a worker; one that takes longer is killed. 0 means 2 s.
	Timeout time.Duration
	// StartTimeout bounds the time from the start to the first sign of life; 0 means 15 s.
	StartTimeout time.Duration
	// MemoryLimit is the resident size in bytes beyond which a worker is killed; 0 means
	// no limit. It is enforced where /proc exists.
	MemoryLimit int64
	// MaxReply bounds one answer in bytes; 0 means 32 MB.
	MaxReply int
	// Recycle is the number of frames after which a worker makes room for a fresh one;
	// 0 means 20,000. Workers draw their own figure near it, so that they do not all end at once.
	Recycle int
	// BackoffMin and BackoffMax bound the pause before a restart; it doubles with every
	// life that answered nothing. 0 means 20 ms and 30 s.
	BackoffMin, BackoffMax time.Duration
	// Log takes what workers print and how they end; nil means slog.Default.
	Log *slog.Logger
}

// Validate tells everything that is wrong with the configuration.
func (c *Config) Validate() error {
	var errs []error
	if c.Node == "" {
		errs = append(errs, fmt.Errorf("worker pool %q: %w: give the path of a Node binary", c.Name, ErrNoNode))
	}
	if strings.TrimSpace(c.Script) == "" {
		errs = append(errs, fmt.Errorf("worker pool %q: the script is empty", c.Name))
	}
	for _, n := range []struct {
		what  string
		value int64
	}{
		{"workers", int64(c.Workers)},
		{"queue", int64(c.Queue)},
		{"timeout", int64(c.Timeout)},
		{"start timeout", int64(c.StartTimeout)},
		{"memory limit", c.MemoryLimit},
		{"largest reply", int64(c.MaxReply)},
		{"recycle", int64(c.Recycle)},
		{"shortest back-off", int64(c.BackoffMin)},
		{"longest back-off", int64(c.BackoffMax)},
	} {
		if n.value < 0 {
			errs = append(errs, fmt.Errorf("worker pool %q: %s is %d; use 0 for the default or a positive number", c.Name, n.what, n.value))
		}
	}
	return errors.Join(errs...)
}

func (c Config) withDefaults() Config {
	c.Workers = cmp.Or(c.Workers, 2)
	c.Queue = cmp.Or(c.Queue, 256)
	c.Timeout = cmp.Or(c.Timeout, 2*time.Second)
	c.StartTimeout = cmp.Or(c.StartTimeout, 15*time.Second)
	c.MaxReply = cmp.Or(c.MaxReply, 32<<20)
	c.Recycle = cmp.Or(c.Recycle, 20_000)
	c.BackoffMin = cmp.Or(c.BackoffMin, 20*time.Millisecond)
	c.BackoffMax = max(cmp.Or(c.BackoffMax, 30*time.Second), c.BackoffMin)
	c.Log = cmp.Or(c.Log, slog.Default())
	c.Log = c.Log.With("pool", c.Name)
	return c
}
