package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// maxFailures is the number of consecutive exits without a reply after which a slot is
// down. A pool whose slots are all down refuses frames at once.
const maxFailures = 3

// Pool runs a number of workers and sends each one frame at a time.
type Pool struct {
	cfg     Config
	jobs    chan *job
	retries chan *job
	slots   []*slot
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	restarts atomic.Uint64
	mu       sync.Mutex
	lastErr  string
}

// job is one frame with its reply.
type job struct {
	ctx     context.Context
	payload []byte
	done    chan result // has room for one result: a slot never waits for a caller that left
	retries int
}

// A frame that outlives its worker may meet a second one that is killed at the same moment,
// so an exit allows two retries. A timeout allows one: the frame itself is suspect.
const (
	maxRetries        = 2
	maxTimeoutRetries = 1
)

type result struct {
	reply any
	err   error
}

// New validates cfg and starts the workers in the background. Frames wait for the first worker that is up.
func New(cfg Config) (*Pool, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	p := &Pool{
		cfg:     cfg,
		jobs:    make(chan *job, cfg.Queue),
		retries: make(chan *job, 2*cfg.Workers),
	}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	for range cfg.Workers {
		p.slots = append(p.slots, &slot{pool: p})
	}
	for _, s := range p.slots {
		p.running.Go(s.run)
	}
	return p, nil
}

// Do sends payload to a worker and returns its reply as the Session reads it: []byte without one. payload
// must not change afterwards: Do returns as soon as ctx ends, while the worker may still be reading.
//
// A frame whose worker exits is retried on another worker, twice at most. Errors are those of
// errors.go, *Failure, or context.Canceled.
func (p *Pool) Do(ctx context.Context, payload []byte) (any, error) {
	if err := p.ctx.Err(); err != nil {
		return nil, ErrClosed
	}
	if p.down() {
		return nil, fmt.Errorf("%w: %s", ErrDown, p.lastError())
	}
	j := &job{ctx: ctx, payload: payload, done: make(chan result, 1)}
	select {
	case p.jobs <- j:
	default:
		return nil, ErrBusy
	}
	if p.down() { // since the first check: no slot would take the frame
		p.refuseQueued()
	}
	select {
	case r := <-j.done:
		return r.reply, r.err
	case <-ctx.Done():
		if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %w", ErrTimeout, ctx.Err())
	case <-p.ctx.Done():
		return nil, ErrClosed
	}
}

// Close stops every worker and returns when none is left. Queued frames get ErrClosed.
func (p *Pool) Close() error {
	p.cancel()
	p.running.Wait()
	return nil
}

// Status is the health of a pool.
type Status struct {
	Workers    int    `json:"workers"`    // as configured
	Up         int    `json:"up"`         // ready or busy
	Restarting int    `json:"restarting"` // starting, or waiting to
	Queue      int    `json:"queue"`      // queued frames
	Restarts   uint64 `json:"restarts"`   // since the start of the pool, recycling included
	LastError  string `json:"lastError,omitempty"`
}

// Status returns the health of the pool.
func (p *Pool) Status() Status {
	s := Status{
		Workers:   p.cfg.Workers,
		Queue:     len(p.jobs) + len(p.retries),
		Restarts:  p.restarts.Load(),
		LastError: p.lastError(),
	}
	s.Up = len(p.Pids())
	s.Restarting = s.Workers - s.Up
	return s
}

// Pids returns the process ids of the workers that are up.
func (p *Pool) Pids() []int {
	var pids []int
	for _, s := range p.slots {
		if pid := s.pid.Load(); pid != 0 {
			pids = append(pids, int(pid))
		}
	}
	return pids
}

// down reports whether every slot is down.
func (p *Pool) down() bool {
	for _, s := range p.slots {
		if s.pid.Load() != 0 || s.failures.Load() < maxFailures {
			return false
		}
	}
	return true
}

// refuseQueued fails all queued frames with ErrDown.
func (p *Pool) refuseQueued() {
	err := fmt.Errorf("%w: %s", ErrDown, p.lastError())
	for {
		select {
		case j := <-p.jobs:
			j.done <- result{err: err}
		case j := <-p.retries:
			j.done <- result{err: err}
		default:
			return
		}
	}
}

func (p *Pool) lastError() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lastErr
}

func (p *Pool) setLastError(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastErr = text
}
