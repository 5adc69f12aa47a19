package worker

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"estate/internal/platform/backoff"
)

// slot owns one worker: it starts it, sends it frames, and replaces it.
type slot struct {
	pool     *Pool
	pid      atomic.Int64 // 0 while no worker is up
	failures atomic.Int64 // consecutive exits without a reply
}

func (s *slot) run() {
	p := s.pool
	for p.ctx.Err() == nil {
		proc, err := start(p.ctx, &p.cfg)
		if err != nil {
			s.recordExit(err.Error(), 0)
			continue
		}
		s.pid.Store(int64(proc.pid()))
		replies, exited := s.serve(proc)
		s.pid.Store(0)
		proc.stop()
		p.restarts.Add(1)
		if exited {
			s.recordExit(proc.exitReason(), replies)
		}
	}
}

// recordExit records why a worker exited and waits for the delay before its restart.
func (s *slot) recordExit(reason string, replies int) {
	p := s.pool
	if p.ctx.Err() != nil {
		return
	}
	if replies == 0 {
		s.failures.Add(1)
	} else {
		s.failures.Store(0)
	}
	// Half of the delay is random, so that workers do not restart at the same moment.
	policy := backoff.Policy{Initial: p.cfg.BackoffMin, Max: p.cfg.BackoffMax, Jitter: 0.5}
	delay := policy.Delay(int(s.failures.Load()))
	p.setLastError(reason)
	p.cfg.Log.Warn("worker exited", "reason", reason, "replies", replies, "restart_in", delay)
	if p.down() {
		p.cfg.Log.Error("no worker stays up", "reason", reason)
		p.refuseQueued()
	}
	_ = backoff.Sleep(p.ctx, delay) // run checks the context
}

// serve sends frames to the worker until it exits or is to be recycled. It returns the number of
// replies, and whether the worker exited.
func (s *slot) serve(proc *process) (replies int, exited bool) {
	recycle := s.pool.cfg.Recycle
	limit := recycle - recycle/10 + rand.N(recycle/5+1)
	for replies < limit {
		j := s.nextJob(proc)
		if j == nil {
			return replies, true
		}
		if j.ctx.Err() != nil {
			continue // its caller has left
		}
		if !s.handle(proc, j) {
			return replies, true
		}
		replies++
		s.failures.Store(0)
	}
	return replies, false
}

// nextJob waits for a job; nil means that the worker exited or the pool closes. Retries go
// first: they have waited longest.
func (s *slot) nextJob(proc *process) *job {
	select {
	case j := <-s.pool.retries:
		return j
	default:
	}
	select {
	case j := <-s.pool.retries:
		return j
	case j := <-s.pool.jobs:
		return j
	case <-proc.exited:
	case <-s.pool.ctx.Done():
	}
	return nil
}

// handle sends j to the worker and returns its reply to the caller; false means that the
// worker was killed or exited.
func (s *slot) handle(proc *process, j *job) bool {
	body, err := proc.exchange(proc.session.Frame(j.payload), time.Now().Add(s.pool.cfg.Timeout))
	if _, failed := errors.AsType[*Failure](err); err == nil || failed {
		var reply any
		if err == nil {
			reply, err = proc.session.Reply(body)
		}
		if err != nil { // the two sides may know different things
			proc.session = s.pool.cfg.NewSession()
		}
		j.done <- result{reply, err}
		return true
	}
	reason := err.Error()
	if errors.Is(err, ErrTimeout) {
		reason = "it took longer than " + s.pool.cfg.Timeout.String()
	}
	proc.kill(reason)
	s.retry(j, err)
	return false
}

// retry queues a job for another worker. After the last retry it returns err to the caller.
func (s *slot) retry(j *job, err error) {
	limit := maxRetries
	if errors.Is(err, ErrTimeout) {
		limit = maxTimeoutRetries
	}
	if j.retries < limit && j.ctx.Err() == nil {
		j.retries++
		select {
		case s.pool.retries <- j:
			return
		default:
		}
	}
	j.done <- result{err: err}
}
