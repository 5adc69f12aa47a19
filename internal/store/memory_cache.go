package store

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"

	"estate/internal/content"
)

// cache keeps decoded entities in memory, within a bound of document bytes.
type cache struct {
	maxBytes int
	// epoch moves with every commit, before its entities are dropped: an entity that was
	// read from the database before the commit is not cached after it.
	epoch    atomic.Uint64
	entities atomic.Pointer[entityCache]
}

type entityCache = otter.Cache[content.Ref, cachedEntity]

type cachedEntity struct {
	entity content.Entity
	bytes  uint32 // of its document
}

func newCache(maxBytes int) *cache {
	c := &cache{maxBytes: maxBytes}
	c.dropAll()
	return c
}

func (c *cache) get(ref content.Ref) (content.Entity, bool) {
	cached, ok := c.entities.Load().GetIfPresent(ref)
	return cached.entity, ok
}

// put caches an entity that was read from the database in an epoch. Compute holds the
// lock of the entry: drop either moves the epoch before it or removes the entity after.
func (c *cache) put(epoch uint64, ref content.Ref, entity content.Entity, bytes int) {
	if bytes > c.maxBytes {
		return
	}
	c.entities.Load().Compute(ref, func(cachedEntity, bool) (cachedEntity, otter.ComputeOp) {
		if c.epoch.Load() != epoch {
			return cachedEntity{}, otter.CancelOp
		}
		return cachedEntity{entity, uint32(bytes)}, otter.WriteOp
	})
}

// drop removes entities that a commit has changed.
func (c *cache) drop(refs []content.Ref) {
	c.epoch.Add(1)
	for _, ref := range refs {
		c.entities.Load().Invalidate(ref)
	}
}

// dropAll starts an empty cache. A put under way writes to the old one.
func (c *cache) dropAll() {
	c.epoch.Add(1)
	c.entities.Store(otter.Must(&otter.Options[content.Ref, cachedEntity]{
		MaximumWeight: uint64(c.maxBytes),
		Weigher:       func(_ content.Ref, cached cachedEntity) uint32 { return cached.bytes },
	}))
}
