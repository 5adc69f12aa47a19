package leads

import (
	"context"
	"errors"
	"fmt"
	"time"
)

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
