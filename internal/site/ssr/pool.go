package ssr

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"estate/internal/platform/worker"
)

// DefaultMemoryLimit is the default limit of the resident memory of a render worker, in bytes.
const DefaultMemoryLimit int64 = 160 << 20

//go:embed worker.mjs
var script string

// Config configures a Pool.
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
	// Queue is the number of Views that may wait for a worker; 0 means 256.
	Queue int
	// Timeout limits one rendering; a worker that exceeds it is killed. 0 means 2 s.
	Timeout time.Duration
	// MemoryLimit is the resident memory in bytes at which a worker is killed; 0 means
	// DefaultMemoryLimit. Half of it is the heap limit of V8.
	MemoryLimit int64
	// Recycle is the number of Views after which a worker is replaced; 0 means 20,000.
	Recycle int
	// BackoffMin and BackoffMax limit the delay before a restart; 0 means 20 ms and 30 s.
	BackoffMin, BackoffMax time.Duration
	// Log receives the output and the exits of workers; nil means slog.Default.
	Log *slog.Logger
}

// Validate returns all errors of the configuration, joined.
func (c *Config) Validate() error {
	if c.Bundle == nil && c.BundlePath == "" {
		return errors.New("render pool: no bundle; build the front end and give its server bundle")
	}
	pool := c.pool()
	return pool.Validate()
}

// Pool renders Views in supervised Node processes. It is a Renderer. Clients have taken turns before
// (package limits).
type Pool struct{ workers *worker.Pool }

// NewPool starts the workers in the background. While no worker is up, Render returns errors;
// it never blocks beyond the deadline of its caller.
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

// pool returns the configuration of the supervisor.
func (c *Config) pool() worker.Config {
	limit := cmp.Or(c.MemoryLimit, DefaultMemoryLimit)
	return worker.Config{
		Name:        "ssr",
		Node:        c.Node,
		Flags:       nodeFlags(limit),
		Script:      script,
		Init:        c.bundle,
		NewSession:  func() worker.Session { return newPartTable() },
		Workers:     c.Workers,
		Queue:       c.Queue,
		Timeout:     c.Timeout,
		MemoryLimit: limit,
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

// nodeFlags limit the young generation, so that two workers stay within the memory budget of
// the site, and the heap, so that V8 ends a growing heap before the resident limit does. Maglev, the
// compiler between the baseline and the optimizing one, keeps about 15 MB a worker and makes no page faster.
func nodeFlags(memoryLimit int64) []string {
	heap := max(memoryLimit>>20/2, 32)
	return []string{"--no-maglev", "--max-semi-space-size=4", fmt.Sprintf("--max-old-space-size=%d", heap)}
}

// FindNode returns the path and the version of a Node binary: explicit if it is not empty, else
// node_modules/.bin/node in the folders near or above them, else node on PATH. Errors are ErrNoNode.
func FindNode(explicit string, near []string) (path, version string, err error) {
	return worker.FindNode(explicit, near)
}

// Status returns the health of the workers.
func (p *Pool) Status() worker.Status {
	return p.workers.Status()
}

// Pids returns the process ids of the workers that are up.
func (p *Pool) Pids() []int { return p.workers.Pids() }

// Close stops all workers and returns when none is left.
func (p *Pool) Close() error { return p.workers.Close() }
