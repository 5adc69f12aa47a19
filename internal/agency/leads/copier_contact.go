package leads

import (
	"context"
	"fmt"
	"time"
)

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
	c.log.WarnContext(
		ctx,
		"the file of the enquiries is an older copy; this node has another name now, and gets the missing enquiries from the mirror",
		"before", before,
	)
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
