package ssr

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"estate/internal/worker"
)

//go:embed worker.mjs
var script string

// Config says how Views are drawn.
type Config struct {
	// Node is the path of the Node binary, as FindNode returns it.
	Node string
	// Bundle is the server bundle: one ES module without relative imports that sets
	// globalThis.render = (json: string) => { html: string, preload?: Preload }.
	Bundle []byte
	// BundlePath is a file with the bundle, read at every start of a worker. It is
	// used where Bundle is nil.
	BundlePath string
	// Workers is the number of processes; 0 means 2.
	Workers int
	// Queue is how many Views may wait for a worker; 0 means 256.
	Queue int
	// Timeout bounds one rendering; a worker that takes longer is killed. 0 means 2 s.
	Timeout time.Duration
	// MemoryLimit bounds a worker's resident memory in bytes; 0 means DefaultMemoryLimit.
	MemoryLimit int64
	// Recycle is the number of Views after which a worker is replaced; 0 means 20,000.
	Recycle int
	// BackoffMin and BackoffMax bound the pause before a restart; 0 means 20 ms and 30 s.
	BackoffMin, BackoffMax time.Duration
	// Log takes what workers print and how they end; nil means slog.Default.
	Log *slog.Logger
}

// DefaultMemoryLimit is the default limit of a render worker's resident memory in bytes.
const DefaultMemoryLimit int64 = 160 << 20

// Validate tells everything that is wrong with the configuration.
func (c *Config) Validate() error {
	if c.Bundle == nil && c.BundlePath == "" {
		return errors.New("render pool: no bundle; build the front end and give its server bundle")
	}
	pool := c.pool()
	return pool.Validate()
}

// Pool draws Views in supervised Node processes. It is a Renderer.
type Pool struct{ workers *worker.Pool }

// NewPool starts the workers in the background. A Pool that cannot draw yet, or
// no more, answers with errors; it never blocks beyond the caller's deadline.
func NewPool(cfg Config) (*Pool, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	workers, err := worker.New(cfg.pool())
	if err != nil {
		return nil, err
	}
	return &Pool{workers}, nil
}

// pool translates the configuration into the supervisor's.
func (c *Config) pool() worker.Config {
	memoryLimit := cmp.Or(c.MemoryLimit, DefaultMemoryLimit)
	return worker.Config{
		Name:        "ssr",
		Node:        c.Node,
		Flags:       nodeFlags(memoryLimit),
		Script:      script,
		Init:        c.bundle,
		Workers:     c.Workers,
		Queue:       c.Queue,
		Timeout:     c.Timeout,
		MemoryLimit: memoryLimit,
		Recycle:     c.Recycle,
		BackoffMin:  c.BackoffMin,
		BackoffMax:  c.BackoffMax,
		Log:         c.Log,
	}
}

func (c *Config) bundle() ([]byte, error) {
	if c.Bundle != nil {
		return c.Bundle, nil
	}
	bundle, err := os.ReadFile(c.BundlePath)
	if err != nil {
		return nil, fmt.Errorf("read the server bundle (build the front end first): %w", err)
	}
	return bundle, nil
}

// nodeFlags keep the young generation small, so that two workers stay within the
// site's memory, and let V8 end a runaway heap before the resident limit does.
func nodeFlags(memoryLimit int64) []string {
	heap := max(memoryLimit>>20/2, 32)
	return []string{"--max-semi-space-size=4", fmt.Sprintf("--max-old-space-size=%d", heap)}
}

// FindNode looks for a Node binary: the explicit path if there is one, else
// node_modules/node/bin/node beside or above the folders near, else PATH. Errors are ErrNoNode.
func FindNode(explicit string, near []string) (path, version string, err error) {
	return worker.FindNode(explicit, near)
}

// Status tells how the workers are.
func (p *Pool) Status() worker.Status { return p.workers.Status() }

// Pids are the process ids of the workers that are up.
func (p *Pool) Pids() []int { return p.workers.Pids() }

// Close ends all workers and waits until they are gone.
func (p *Pool) Close() error { return p.workers.Close() }
