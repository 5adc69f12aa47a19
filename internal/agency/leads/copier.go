package leads

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// MirrorConfig configures the copies of the enquiries. Zero values mean what the comments name.
type MirrorConfig struct {
	// Required refuses enquiries while the mirror is away; otherwise they are acknowledged
	// from one disk and copied later.
	Required bool
	// Takeover is the time without a beat after which a node's enquiries are delivered by
	// another node; 2 min.
	Takeover time.Duration
	// Timeout bounds the copy that a visitor waits for; 3 s.
	Timeout time.Duration
}

// MirrorStatus is the state of the copies.
type MirrorStatus struct {
	Up       bool   // the last exchange with the mirror succeeded
	Uncopied int    // enquiries whose copy is missing or out of date
	OneDisk  uint64 // enquiries acknowledged from one disk since the start
	Refused  uint64 // enquiries not acknowledged for lack of a copy since the start
	Adopted  uint64 // enquiries taken over from other nodes since the start
}

// copier keeps the copies of this node's enquiries in the mirror, applies what others wrote
// there, and adopts the enquiries of nodes that have ended. A nil copier is that of a site
// without a mirror.
type copier struct {
	cfg    MirrorConfig
	store  *Store
	mirror Mirror
	log    *slog.Logger
	wake   chan struct{}

	// exchange serialises the exchanges with the mirror; it is taken by sending.
	exchange chan struct{}
	node     string // "" until the first exchange
	after    int64  // position of the changes that were applied
	seen     map[string]lastBeat
	last     time.Time // of the last successful beat

	up    atomic.Bool
	alone atomic.Bool // at the last beat there was no other node

	holds sync.Mutex
	held  map[int64]bool // enquiries that are being submitted

	oneDisk, refused, adopted atomic.Uint64
}

// lastBeat is the last beat of a node and when this node saw it first.
type lastBeat struct {
	beat  int64
	since time.Time
}

const (
	beatsPerTakeover = 12 // beats within the time of a takeover
	retryMirror      = 2 * time.Second
	exchangeTimeout  = 30 * time.Second
	copiesPerQuery   = 100
	maxCopyFailures  = 3 // of one exchange
)

func newCopier(cfg MirrorConfig, store *Store, mirror Mirror, log *slog.Logger) *copier {
	cfg.Takeover = cmp.Or(cfg.Takeover, 2*time.Minute)
	cfg.Timeout = cmp.Or(cfg.Timeout, 3*time.Second)
	c := &copier{
		cfg: cfg, store: store, mirror: mirror, log: log, wake: make(chan struct{}, 1),
		exchange: make(chan struct{}, 1), seen: map[string]lastBeat{}, held: map[int64]bool{},
	}
	c.up.Store(true) // the first exchange decides
	return c
}

// signal says that there may be an enquiry to copy.
func (c *copier) signal() {
	if c == nil {
		return
	}
	select {
	case c.wake <- struct{}{}:
	default: // a signal is pending
	}
}

func (c *copier) status() MirrorStatus {
	status := MirrorStatus{Up: c.up.Load(), OneDisk: c.oneDisk.Load(), Refused: c.refused.Load(), Adopted: c.adopted.Load()}
	var err error
	if status.Uncopied, err = c.store.Uncopied(context.Background()); err != nil {
		c.log.Warn("the queue of the mirror cannot be read", "err", err)
	}
	return status
}

// begin takes the right to exchange with the mirror; the caller gives it back with end.
func (c *copier) begin(ctx context.Context) error {
	select {
	case c.exchange <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *copier) end() { <-c.exchange }

// run exchanges with the mirror until ctx ends. It calls changed after other nodes' changes
// were applied.
func (c *copier) run(ctx context.Context, changed func()) {
	for ctx.Err() == nil {
		delay := c.interval()
		wasUp := c.up.Load()
		applied, err := c.sync(ctx)
		if applied {
			changed()
		}
		if err != nil && ctx.Err() == nil {
			delay = min(delay, retryMirror)
			if wasUp {
				c.log.ErrorContext(ctx, "the mirror of the enquiries is away; new enquiries are on one disk", "required", c.cfg.Required, "err", err)
			}
		} else if !wasUp && err == nil {
			c.log.InfoContext(ctx, "the mirror of the enquiries is back")
			changed()
		}
		queue{wake: c.wake}.wait(ctx, delay)
	}
}

// finish copies the last results of deliveries when the program ends, so that no other
// node repeats them.
func (c *copier) finish(ctx context.Context) {
	if c == nil || !c.up.Load() || c.node == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.cfg.Timeout)
	defer cancel()
	c.copyAll(ctx, c.cfg.Timeout)
}

// interval is the time between two beats.
func (c *copier) interval() time.Duration {
	return max(c.cfg.Takeover/beatsPerTakeover, 10*time.Millisecond)
}

// errMirrorAway is the error of copies after a failed exchange and before the next one.
var errMirrorAway = errors.New("the last exchange with the mirror failed")

// Flush copies what the mirror lacks, for commands beside the running site.
func Flush(ctx context.Context, store *Store, mirror Mirror) (err error) {
	c := newCopier(MirrorConfig{}, store, mirror, slog.Default())
	if c.node, err = store.nodeName(ctx); err != nil {
		return err
	}
	c.copyAll(ctx, time.Minute)
	if n, err := store.Uncopied(ctx); err != nil || n > 0 {
		return errors.Join(err, fmt.Errorf("%d changes are not in the mirror yet; the running site copies them", n))
	}
	return nil
}
