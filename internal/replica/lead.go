package replica

import (
	"context"
	"encoding/json"
	"time"

	"estate/internal/backoff"
	"estate/internal/store"
)

// lease is the right to follow the CMS, which one of several nodes has.
type lease struct {
	held    context.Context //nolint:containedctx // it is the lease
	release func()
	err     error
}

// Run follows the CMS until ctx ends. Of several nodes on one database one follows;
// the others look at what a webhook tells them, and take over when it is gone.
func (r *Replica) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		asking, stop := context.WithCancel(ctx)
		got := make(chan lease, 1)
		go func() {
			held, release, err := r.cfg.Lease(asking)
			got <- lease{held, release, err}
		}()
		mine, ok := r.assist(ctx, got)
		if ok && mine.err == nil {
			r.lead(mine.held)
			mine.release()
		} else if ok && ctx.Err() == nil {
			r.cfg.Log.Warn("no lease to follow the CMS; it is asked for again", "err", mine.err)
			_ = backoff.Sleep(ctx, r.cfg.Jitter(r.cfg.InitialBackoff))
		}
		stop()
	}
	return nil
}

// assist does what a node may do that does not follow: it looks at told changes,
// and learns from the store how its leader is.
func (r *Replica) assist(ctx context.Context, got <-chan lease) (lease, bool) {
	r.assisting.Store(true)
	defer r.assisting.Store(false)
	tick := time.NewTicker(max(time.Millisecond, min(r.cfg.Poll, 2*time.Second)))
	defer tick.Stop()
	for {
		select {
		case mine := <-got:
			return mine, true
		case <-ctx.Done():
			mine := <-got // the goroutine that asks ends with ctx
			if mine.err == nil {
				mine.release()
			}
			return mine, false
		case <-r.queue.wake:
			changes, _ := r.queue.take()
			if err := r.look(ctx, changes); err != nil {
				r.cfg.Log.Warn("what the webhook told could not be looked at; the next poll finds it", "err", err)
			}
		case <-tick.C:
			if err := r.load(ctx); err != nil {
				r.cfg.Log.Warn("the state of the replica cannot be read", "err", err)
			}
			r.count(ctx)
		}
	}
}

// lead follows the CMS until the lease or the program ends.
func (r *Replica) lead(ctx context.Context) {
	if err := r.load(ctx); err != nil && ctx.Err() == nil {
		r.cfg.Log.Error("the state of the replica cannot be read", "err", err)
		_ = backoff.Sleep(ctx, r.cfg.InitialBackoff)
		return
	}
	r.cfg.Log.Info("the replica follows the CMS", "cms", r.cfg.Address, "ready", r.Ready())
	r.nextReconcile, r.nextPoll, r.until = time.Time{}, time.Time{}, time.Time{}
	for ctx.Err() == nil {
		r.fulfil(ctx)
		timer := time.NewTimer(r.step(ctx))
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-r.queue.wake:
		case <-r.now:
			r.nextReconcile, r.until = time.Time{}, time.Time{}
		}
		timer.Stop()
	}
}

// wishName is where a node that does not lead leaves what an operator wants.
const wishName = "replica wish"

type wish struct {
	Accept []string `json:"accept,omitempty"`
}

// leave asks the leader, by way of the store, to accept alarms and to compare.
func (r *Replica) leave(ctx context.Context, accept []string) error {
	doc, err := json.Marshal(wish{accept})
	if err != nil {
		return err
	}
	return r.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(wishName, string(doc)) })
}

// fulfil does what was wished at another node.
func (r *Replica) fulfil(ctx context.Context) {
	text, err := r.store.Note(ctx, wishName)
	if err != nil || text == "" {
		return
	}
	var wanted wish
	if json.Unmarshal([]byte(text), &wanted) == nil {
		for _, list := range wanted.Accept {
			r.accept(list)
		}
		r.RequestReconcile()
	}
	if err := r.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(wishName, "") }); err != nil {
		r.cfg.Log.Warn("an operator's wish stays in the store", "err", err)
	}
}
