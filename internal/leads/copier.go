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

// sync makes one exchange with the mirror in all directions.
func (c *copier) sync(ctx context.Context) (applied bool, err error) {
	state, err := c.contact(ctx)
	if err == nil {
		c.copyAll(ctx, c.interval())
		applied, err = c.takeOver(ctx, state)
	}
	if err == nil || ctx.Err() == nil { // the end of the program says nothing of the mirror
		c.up.Store(err == nil)
	}
	if applied {
		c.copyAll(ctx, c.interval()) // what was adopted is on this disk now
	}
	return applied, err
}

// contact makes a beat.
func (c *copier) contact(ctx context.Context) (state MirrorState, err error) {
	ctx, cancel := context.WithTimeout(ctx, exchangeTimeout)
	defer cancel()
	if err := c.begin(ctx); err != nil {
		return state, err
	}
	defer c.end()
	return c.beat(ctx)
}

// takeOver adopts the enquiries of nodes that have ended and applies what others wrote.
func (c *copier) takeOver(ctx context.Context, state MirrorState) (applied bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, exchangeTimeout)
	defer cancel()
	if err := c.begin(ctx); err != nil {
		return false, err
	}
	defer c.end()
	if err := c.adoptEnded(ctx, state); err != nil {
		return false, err
	}
	return c.apply(ctx)
}

// beat says that this node runs, and checks that file and mirror belong together.
func (c *copier) beat(ctx context.Context) (state MirrorState, err error) {
	node, err := c.store.nodeName(ctx)
	if err != nil {
		return state, err
	}
	c.node = node
	if state, err = c.mirror.Beat(ctx, c.node); err != nil {
		return state, fmt.Errorf("beat: %w", err)
	}
	used, err := c.store.lastID(ctx)
	if err != nil {
		return state, err
	}
	if state.LastID > used {
		// The file is an older copy of itself: its next numbers are taken.
		return state, c.rename(ctx)
	}
	if again, err := c.store.followMirror(ctx, state); err != nil {
		return state, err
	} else if again {
		c.after = 0
		c.log.WarnContext(ctx, "the mirror of the enquiries is another one or an older copy; all enquiries are copied again")
	}
	c.alone.Store(len(state.Others) == 0)
	c.observe(state, time.Now())
	return state, nil
}

// rename gives this node another name. The enquiries under its former name are adopted like
// those of any node that has ended.
func (c *copier) rename(ctx context.Context) error {
	before := c.node
	if err := c.store.rename(ctx); err != nil {
		return err
	}
	c.log.WarnContext(ctx, "the file of the enquiries is an older copy; this node has another name now, and gets the missing enquiries from the mirror", "before", before)
	var err error
	if c.node, err = c.store.nodeName(ctx); err != nil {
		return err
	}
	c.after = 0
	_, err = c.mirror.Beat(ctx, c.node)
	return err
}

// observe keeps when each node's beat was first seen. Only time in contact with the mirror
// counts: while it was away, no node could beat.
func (c *copier) observe(state MirrorState, now time.Time) {
	if now.Sub(c.last) > c.cfg.Takeover/4 {
		clear(c.seen)
	}
	c.last = now
	for node := range c.seen {
		if _, known := state.Others[node]; !known {
			delete(c.seen, node)
		}
	}
	for node, beat := range state.Others {
		if last, known := c.seen[node]; !known || last.beat != beat {
			c.seen[node] = lastBeat{beat, now}
		}
	}
}

// adoptEnded adopts the enquiries of nodes without a beat.
func (c *copier) adoptEnded(ctx context.Context, state MirrorState) error {
	for node, last := range c.seen {
		if c.last.Sub(last.since) < c.cfg.Takeover || state.Others[node] != last.beat {
			continue
		}
		n, err := c.mirror.Adopt(ctx, node, last.beat, c.node)
		if err != nil {
			return fmt.Errorf("adopt: %w", err)
		}
		delete(c.seen, node)
		if n > 0 {
			c.adopted.Add(uint64(n))
			c.log.WarnContext(ctx, "a node has ended; its enquiries are delivered by this one", "node", node, "enquiries", n)
		}
	}
	return nil
}

// copyAll copies what the mirror lacks. It ends after limit, so that the next beat is on time, and
// continues with the next exchange. An enquiry that fails does not stop the others.
func (c *copier) copyAll(ctx context.Context, limit time.Duration) {
	began, failures := time.Now(), 0
	for after := int64(0); ; {
		list, err := c.store.uncopied(ctx, after, copiesPerQuery)
		if err != nil {
			c.log.ErrorContext(ctx, "the queue of the mirror cannot be read", "err", err)
			return
		}
		for _, u := range list {
			after = u.version
			if time.Since(began) > limit {
				c.signal()
				return
			}
			err := c.copyOne(ctx, u)
			if err == nil {
				continue
			}
			if failures++; failures >= maxCopyFailures || ctx.Err() != nil {
				return
			}
			c.log.WarnContext(ctx, "an enquiry cannot be copied to the mirror and is retried", "enquiry", u.lead, "err", err)
		}
		if len(list) < copiesPerQuery {
			return
		}
	}
}

// copyOne is copy with a timeout, between the copies of visitors that wait.
func (c *copier) copyOne(ctx context.Context, u uncopied) error {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	if err := c.begin(ctx); err != nil {
		return err
	}
	defer c.end()
	return c.copy(ctx, u)
}

// copy brings the copy of one enquiry up to date.
func (c *copier) copy(ctx context.Context, u uncopied) error {
	lead, err := c.store.Lead(ctx, u.lead)
	if err != nil {
		return err
	}
	local := context.WithoutCancel(ctx)
	if lead == nil {
		if err := c.mirror.Delete(ctx, c.node, u.key(c.node)); err != nil {
			return fmt.Errorf("delete copy: %w", err)
		}
		return c.store.markCopied(local, u)
	}
	policy, err := c.store.fullPolicy(ctx, lead.policyVersion())
	if err != nil {
		return err
	}
	result, err := c.mirror.Put(ctx, Copy{Key: u.key(c.node), Owner: c.node, Lead: lead, Policy: policy, Held: true})
	if errors.Is(err, ErrKeyTaken) {
		return errors.Join(err, c.rename(ctx))
	}
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	switch result {
	case Duplicate:
		c.log.InfoContext(ctx, "an equal enquiry is on another node; this one is deleted", "enquiry", lead.ID)
		return c.store.drop(local, lead.ID)
	case Erased:
		return c.store.drop(local, lead.ID)
	}
	return c.store.markCopied(local, u)
}

// apply brings this file up to date with what others have written to the mirror.
func (c *copier) apply(ctx context.Context) (applied bool, err error) {
	changes, err := c.mirror.Changes(ctx, c.node, c.after)
	if err != nil {
		return false, fmt.Errorf("read changes: %w", err)
	}
	for _, change := range changes {
		id, err := c.store.findCopy(ctx, c.node, change.Key)
		if err != nil {
			return applied, err
		}
		switch {
		case id != 0 && (change.Lead == nil || change.Owner != c.node && change.Held):
			// Erased, or on the disk of another node.
			err = c.store.drop(ctx, id)
		case id == 0 && change.Lead != nil && change.Owner == c.node:
			err = c.store.adopt(ctx, change)
			applied = true
		}
		if err != nil {
			return applied, err
		}
		c.after = change.Seq
	}
	return applied, nil
}

// acknowledge copies an enquiry that was just stored.
func (c *copier) acknowledge(ctx context.Context, lead int64) (Receipt, error) {
	// The copy goes on when the visitor leaves.
	err := c.copyNow(context.WithoutCancel(ctx), lead)
	if err == nil {
		return Receipt{}, nil
	}
	c.signal()
	c.log.WarnContext(ctx, "an enquiry could not be copied to the mirror yet", "enquiry", lead, "required", c.cfg.Required, "err", err)
	if c.cfg.Required {
		c.refused.Add(1)
		return Receipt{}, fmt.Errorf("%w: %w", ErrNotMirrored, err)
	}
	c.oneDisk.Add(1)
	return Receipt{OneDisk: true}, nil
}

// errMirrorAway is the error of copies after a failed exchange and before the next one.
var errMirrorAway = errors.New("the last exchange with the mirror failed")

func (c *copier) copyNow(ctx context.Context, lead int64) error {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	if !c.up.Load() {
		return errMirrorAway
	}
	if err := c.begin(ctx); err != nil {
		return fmt.Errorf("wait for the mirror: %w", err)
	}
	defer c.end()
	u, err := c.store.uncopiedLead(ctx, lead)
	if err != nil || u == nil {
		return err
	}
	if !c.up.Load() {
		return errMirrorAway
	}
	if c.node == "" {
		if _, err = c.beat(ctx); err != nil {
			c.up.Store(false)
			return err
		}
	}
	// The first connection of the pool may have ended with a restart of the server.
	for range 2 {
		if err = c.copy(ctx, *u); err == nil || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		c.up.Store(false)
	}
	return err
}

// due returns the due deliveries of a channel without those of enquiries that are being
// submitted. Without contact to the mirror another node may own the copied ones. Where a copy
// is required, an enquiry without one was refused: its visitor may have sent it to another
// node, which the mirror will tell.
func (c *copier) due(ctx context.Context, store *Store, channel string, latest time.Duration) ([]*Lead, time.Time, error) {
	if c == nil {
		return store.due(ctx, channel, deliverable{latest: latest}, batchSize)
	}
	c.holds.Lock()
	defer c.holds.Unlock()
	leads, next, err := store.due(ctx, channel, deliverable{
		copiedOnly: c.cfg.Required, localOnly: !c.up.Load() && !c.alone.Load(), latest: latest,
	}, batchSize+len(c.held))
	free := leads[:0]
	for _, lead := range leads {
		if !c.held[lead.ID] {
			free = append(free, lead)
		}
	}
	return free, next, err
}

// mayDeliver reports whether this node delivers an enquiry now.
func (c *copier) mayDeliver(ctx context.Context, lead *Lead) bool {
	if c == nil || !lead.mirrored {
		return true
	}
	if !c.up.Load() {
		return c.alone.Load()
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	node, err := c.store.nodeName(ctx)
	if err != nil {
		return false
	}
	key := lead.Origin
	if key.Node == "" {
		key = Key{Node: node, ID: lead.ID}
	}
	owner, err := c.mirror.Owner(ctx, key)
	if err != nil {
		return c.alone.Load()
	}
	if owner != node {
		c.signal()
	}
	return owner == node
}

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

// DeleteBefore removes the enquiries of all nodes that were created before t and returns the
// number of those in the file. A nil mirror is none.
func DeleteBefore(ctx context.Context, store *Store, mirror Mirror, t time.Time) (int, error) {
	n, err := store.DeleteBefore(ctx, t)
	if err == nil && mirror != nil {
		err = mirror.DeleteBefore(ctx, t)
	}
	return n, err
}
