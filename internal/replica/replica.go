package replica

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
	"estate/internal/wordpress"
)

// Replica keeps a store equal to a CMS. Its methods are safe for concurrent use;
// Run and Copy do the work, one of them at a time.
type Replica struct {
	cfg   Config
	cms   *wordpress.Client
	store *store.Store
	kinds []kind
	queue *queue
	now   chan struct{} // asks for a whole comparison at once

	mu        sync.Mutex
	state     state
	progress  Progress
	about     wordpress.About
	counts    map[string]int
	lostSince map[string]int // single deletions since the last comparison

	absentMu sync.Mutex
	absent   map[content.Ref]time.Time // what entities name and the CMS does not have

	picturesMu    sync.Mutex
	takenPictures []int // that were here before and may be different now

	inARow    atomic.Int32 // entities that failed one after the other
	errors    atomic.Uint64
	assisting atomic.Bool // another node leads

	// What only the goroutine of Run looks at.
	langs         []i18n.Lang
	nextPoll      time.Time
	nextReconcile time.Time
	until         time.Time // the CMS is left alone until then
	outages       int       // in a row
	draining      bool      // what a webhook told is looked at
	incomplete    bool      // a list could not be read in this comparison
}

// New prepares a replica in st of what cms publishes. It fails with ErrForeign
// when the store holds other content.
func New(ctx context.Context, cfg Config, cms *wordpress.Client, st *store.Store) (*Replica, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	r := &Replica{
		cfg: cfg, cms: cms, store: st, kinds: cfg.kinds(), queue: newQueue(cfg.MaxNotices), now: make(chan struct{}, 1),
		absent: map[content.Ref]time.Time{}, langs: []i18n.Lang{i18n.Fallback}, counts: map[string]int{},
		lostSince: map[string]int{},
	}
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	r.count(ctx)
	return r, nil
}

// Ready reports that everything was copied once: before, the store says nothing
// about what the CMS does not have.
func (r *Replica) Ready() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.Ready
}

// Changed takes what a webhook tells. It never waits and never refuses.
func (r *Replica) Notify(changes ...Notice) int {
	r.change(func(s *state) { s.LastWebhook = r.cfg.Now().UTC() })
	return r.queue.add(changes...)
}

// Compare asks for a whole comparison at once, failed entities included.
func (r *Replica) RequestReconcile() {
	if r.assisting.Load() {
		_ = r.leave(context.Background(), nil) // the leader compares in a while anyway
		return
	}
	r.change(func(s *state) {
		for key, known := range s.Failed {
			known.Next = time.Time{}
			s.Failed[key] = known
		}
	})
	select {
	case r.now <- struct{}{}:
	default: // asked for already
	}
}

// step does what is due and tells how long to wait for the next.
func (r *Replica) step(ctx context.Context) time.Duration {
	now := r.cfg.Now()
	if wait := r.until.Sub(now); wait > 0 {
		return wait
	}
	changes, flooded := r.queue.take()
	if flooded {
		r.nextReconcile = now
	}
	err := r.doDue(ctx, now, changes)
	switch {
	case ctx.Err() != nil:
		return 0
	case err != nil:
		r.queue.add(changes...)
		return r.rest(err)
	}
	r.recovered()
	return max(0, min(r.nextPoll.Sub(r.cfg.Now()), r.nextReconcile.Sub(r.cfg.Now())))
}

func (r *Replica) doDue(ctx context.Context, now time.Time, changes []Notice) error {
	if len(changes) > 0 {
		if err := r.look(ctx, changes); err != nil {
			return err
		}
	}
	switch {
	case !now.Before(r.nextReconcile) || !r.Ready():
		if err := r.reconcile(ctx); err != nil {
			return err
		}
		r.nextReconcile = now.Add(r.cfg.Jitter(r.cfg.Reconcile))
		r.nextPoll = now.Add(r.cfg.Jitter(r.cfg.Poll))
	case !now.Before(r.nextPoll):
		if err := r.poll(ctx); err != nil {
			return err
		}
		r.nextPoll = now.Add(r.cfg.Jitter(r.cfg.Poll)) // from its beginning: a slow poll delays none
	}
	return nil
}

// rest leaves the CMS alone for a while, for longer each time.
func (r *Replica) rest(err error) time.Duration {
	r.outages++
	r.errors.Add(1)
	wait := min(r.backoff(r.outages, r.cfg.InitialBackoff), max(r.cfg.Poll, r.cfg.InitialBackoff))
	r.until = r.cfg.Now().Add(wait)
	r.change(func(s *state) { s.LastError = clip(err.Error()) })
	switch {
	case errors.Is(err, errStore):
		r.cfg.Log.Error("the replica cannot be written; look after the store", "err", err)
	case r.outages == 1 && r.Ready():
		r.cfg.Log.Warn("the CMS does not answer; the site goes on with what it has", "err", err)
	case r.outages == 1:
		r.cfg.Log.Error("the CMS does not answer and nothing was copied yet; visitors see an error until it does", "err", err)
	}
	return wait
}

func (r *Replica) recovered() {
	if r.outages > 0 {
		r.cfg.Log.Info("the CMS answers again")
	}
	r.outages, r.until = 0, time.Time{}
}

// breathe looks at what a webhook told while a long pass is under way.
func (r *Replica) breathe(ctx context.Context) error {
	if r.draining {
		return nil
	}
	changes, flooded := r.queue.take()
	if flooded {
		r.nextReconcile = time.Time{}
	}
	if len(changes) == 0 {
		return nil
	}
	r.draining = true
	defer func() { r.draining = false }()
	if err := r.look(ctx, changes); err != nil {
		r.queue.add(changes...)
		return err
	}
	return nil
}

// kindAt finds the list of an endpoint.
func (r *Replica) kindAt(endpoint string) (kind, bool) {
	at := slices.IndexFunc(r.kinds, func(k kind) bool { return k.endpoint == endpoint })
	if at < 0 {
		return kind{}, false
	}
	return r.kinds[at], true
}
