package replica

import (
	"context"
	"time"

	"estate/internal/platform/backoff"
)

// lease is the right to follow the CMS, which one of several nodes holds.
type lease struct {
	held    context.Context //nolint:containedctx // it ends with the lease
	release func()
	err     error
}

// Run follows the CMS until ctx ends. Of several nodes on one database the leader follows.
// The others apply the notices that reach them, and take over when the lease is free.
func (r *Replica) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		waiting, stop := context.WithCancel(ctx)
		acquired := make(chan lease, 1)
		go func() {
			held, release, err := r.cfg.Lease(waiting)
			acquired <- lease{held, release, err}
		}()
		own, ok := r.runStandby(ctx, acquired)
		if ok && own.err == nil {
			r.runLeader(own.held)
			own.release()
		} else if ok && ctx.Err() == nil {
			r.cfg.Log.Warn("the lease to follow the CMS cannot be acquired; retrying", "err", own.err)
			_ = backoff.Sleep(ctx, r.cfg.Jitter(r.cfg.InitialBackoff))
		}
		stop()
	}
	return nil
}

// runStandby applies notices and reads the leader's state from the store until the lease
// is acquired. It returns false when ctx ends first.
func (r *Replica) runStandby(ctx context.Context, acquired <-chan lease) (lease, bool) {
	r.state.setStandby(true)
	defer r.state.setStandby(false)
	tick := time.NewTicker(max(time.Millisecond, min(r.cfg.Poll, 2*time.Second)))
	defer tick.Stop()
	for {
		select {
		case own := <-acquired:
			return own, true
		case <-ctx.Done():
			own := <-acquired // Lease returns when ctx ends
			if own.err == nil {
				own.release()
			}
			return own, false
		case <-r.queue.wake:
			notices, _ := r.queue.drain()
			if err := r.applier.applyNotices(ctx, notices, r.loop.drainNotices); err != nil {
				r.cfg.Log.Warn("webhook notices could not be applied; the leader's next poll finds the changes", "err", err)
			}
		case <-tick.C:
			if err := r.state.load(ctx); err != nil {
				r.cfg.Log.Warn("the state of the replica cannot be read", "err", err)
			}
			r.counts.refresh(ctx)
		}
	}
}

// runLeader follows the CMS until the lease is lost or the process ends.
func (r *Replica) runLeader(ctx context.Context) {
	if err := r.state.load(ctx); err != nil && ctx.Err() == nil {
		r.cfg.Log.Error("the state of the replica cannot be read", "err", err)
		_ = backoff.Sleep(ctx, r.cfg.InitialBackoff)
		return
	}
	r.cfg.Log.Info("the replica follows the CMS", "cms", r.cfg.Address, "ready", r.Ready())
	r.loop.run(ctx, r.executeRequests)
}

// executeRequests does what an operator has requested at another node.
func (r *Replica) executeRequests(ctx context.Context) {
	request, ok := r.requests.receive(ctx)
	if !ok {
		return
	}
	for _, list := range request.Accept {
		r.guard.accept(list)
	}
	r.RequestReconcile()
}
