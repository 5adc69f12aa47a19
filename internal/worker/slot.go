package worker

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// slot is the place of one worker: it starts it, feeds it, and replaces it.
type slot struct {
	pool *Pool
	pid  atomic.Int64 // 0 while no worker is up
	lost atomic.Int64 // lives in a row that answered nothing
}

func (s *slot) run() {
	p := s.pool
	for p.ctx.Err() == nil {
		proc, err := start(p.ctx, &p.cfg)
		if err != nil {
			s.mourn(err.Error(), 0)
			continue
		}
		s.pid.Store(int64(proc.pid()))
		answered, ended := s.serve(proc)
		s.pid.Store(0)
		proc.end()
		p.restarts.Add(1)
		if ended {
			s.mourn(proc.ending(), answered)
		}
	}
}

// mourn notes why a worker ended and waits before the next start.
func (s *slot) mourn(why string, answered int) {
	p := s.pool
	if p.ctx.Err() != nil {
		return
	}
	lost := int64(0)
	if answered == 0 {
		lost = s.lost.Add(1)
	} else {
		s.lost.Store(0)
	}
	wait := pause(int(lost), p.cfg.BackoffMin, p.cfg.BackoffMax)
	p.noteError(why)
	p.cfg.Log.Warn("worker ended", "why", why, "answered", answered, "restart_in", wait)
	if p.down() {
		p.cfg.Log.Error("no worker stays up", "why", why)
		p.refuseWaiting()
	}
	select {
	case <-time.After(wait):
	case <-p.ctx.Done():
	}
}

// serve feeds the worker until it ends or has done its share. It tells how many
// frames were answered, and whether the end was a loss rather than a plan.
func (s *slot) serve(proc *process) (answered int, ended bool) {
	recycle := s.pool.cfg.Recycle
	share := recycle - recycle/10 + rand.N(recycle/5+1)
	for answered < share {
		j := s.next(proc)
		if j == nil {
			return answered, true
		}
		if j.ctx.Err() != nil {
			continue // its caller has left
		}
		if !s.answer(proc, j) {
			return answered, true
		}
		answered++
		s.lost.Store(0)
	}
	return answered, false
}

// next waits for a frame; nil means that the worker or the pool ended. Frames
// that have lost a worker go first: they have waited longest.
func (s *slot) next(proc *process) *job {
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

// answer has the worker answer j; false means that the worker is lost.
func (s *slot) answer(proc *process, j *job) bool {
	body, err := proc.exchange(j.payload, time.Now().Add(s.pool.cfg.Timeout))
	if _, failed := errors.AsType[*Failure](err); err == nil || failed {
		j.done <- result{body, err}
		return true
	}
	reason := err.Error()
	if errors.Is(err, ErrTimeout) {
		reason = "it took longer than " + s.pool.cfg.Timeout.String()
	}
	proc.kill(reason)
	s.again(j, err)
	return false
}

// again gives a frame whose worker is lost to another one, once.
func (s *slot) again(j *job, err error) {
	if !j.retried && j.ctx.Err() == nil {
		j.retried = true
		select {
		case s.pool.retries <- j:
			return
		default:
		}
	}
	j.done <- result{err: err}
}
