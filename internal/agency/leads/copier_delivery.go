package leads

import (
	"context"
	"time"
)

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
