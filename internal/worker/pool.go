package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// downAfter is the number of lives in a row without an answer after which a slot
// counts as down. A pool whose slots are all down refuses frames at once.
const downAfter = 3

// Pool keeps a number of workers alive and hands each one frame at a time.
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

// job is one frame on its way to a worker and back.
type job struct {
	ctx     context.Context
	payload []byte
	done    chan result // holds one, so that a slot never waits for a caller that left
	retried bool
}

type result struct {
	body []byte
	err  error
}

// New checks cfg and starts the workers in the background; frames wait for the first one that is up.
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

// Do has a worker answer payload, which must not change any more: a caller whose
// ctx ends leaves at once, while the worker may still be reading.
//
// A frame whose worker is lost is given to another one once. Errors are those of
// errors.go, *Failure, or that of a cancelled ctx.
func (p *Pool) Do(ctx context.Context, payload []byte) ([]byte, error) {
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
	if p.down() { // since the first look: nobody would take the frame
		p.refuseWaiting()
	}
	select {
	case r := <-j.done:
		return r.body, r.err
	case <-ctx.Done():
		if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %w", ErrTimeout, ctx.Err())
	case <-p.ctx.Done():
		return nil, ErrClosed
	}
}

// Close ends every worker and returns when none is left. Waiting frames get ErrClosed.
func (p *Pool) Close() error {
	p.cancel()
	p.running.Wait()
	return nil
}

// Status is a pool's health.
type Status struct {
	Workers    int    `json:"workers"`    // as configured
	Up         int    `json:"up"`         // ready for a frame, or busy with one
	Restarting int    `json:"restarting"` // starting, or waiting to
	Queue      int    `json:"queue"`      // frames that wait
	Restarts   uint64 `json:"restarts"`   // since the start of the pool, recycling included
	LastError  string `json:"lastError,omitempty"`
}

// Status tells how the pool is.
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

// Pids are the process ids of the workers that are up.
func (p *Pool) Pids() []int {
	var pids []int
	for _, s := range p.slots {
		if pid := s.pid.Load(); pid != 0 {
			pids = append(pids, int(pid))
		}
	}
	return pids
}

func (p *Pool) down() bool {
	for _, s := range p.slots {
		if s.pid.Load() != 0 || s.lost.Load() < downAfter {
			return false
		}
	}
	return true
}

// refuseWaiting answers the frames that wait for workers which do not come.
func (p *Pool) refuseWaiting() {
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

func (p *Pool) noteError(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastErr = text
}
