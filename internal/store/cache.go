package store

import (
	"container/list"
	"sync"
	"sync/atomic"

	"estate/internal/content"
)

// cache keeps decoded entities in memory, the ones used last, within a bound of
// document bytes. It is split so that readers seldom wait for each other.
type cache struct {
	// epoch moves with every commit, before its entities are dropped. Whoever
	// read the database before and stores after notices and takes it back.
	epoch  atomic.Uint64
	shards [16]cacheShard
}

type cacheShard struct {
	mu    sync.Mutex
	bound int
	used  int
	order *list.List // front: used last
	items map[content.Ref]*list.Element
}

type cacheItem struct {
	ref    content.Ref
	entity content.Entity
	weight int
}

func newCache(bytes int) *cache {
	c := &cache{}
	for i := range c.shards {
		c.shards[i] = cacheShard{
			bound: max(1, bytes/len(c.shards)),
			order: list.New(),
			items: map[content.Ref]*list.Element{},
		}
	}
	return c
}

func (c *cache) shard(ref content.Ref) *cacheShard { return &c.shards[ref.ID&(len(c.shards)-1)] }

func (c *cache) get(ref content.Ref) (content.Entity, bool) {
	s := c.shard(ref)
	s.mu.Lock()
	defer s.mu.Unlock()
	element, ok := s.items[ref]
	if !ok {
		return nil, false
	}
	s.order.MoveToFront(element)
	return element.Value.(*cacheItem).entity, true
}

// put keeps what was read from the database while epoch was current.
func (c *cache) put(epoch uint64, ref content.Ref, entity content.Entity, weight int) {
	s := c.shard(ref)
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.epoch.Load() != epoch || weight > s.bound {
		return
	}
	if element, ok := s.items[ref]; ok {
		s.remove(element)
	}
	s.items[ref] = s.order.PushFront(&cacheItem{ref, entity, weight})
	s.used += weight
	for s.used > s.bound {
		s.remove(s.order.Back())
	}
}

// drop forgets entities that a commit has changed.
func (c *cache) drop(refs []content.Ref) {
	c.epoch.Add(1)
	for _, ref := range refs {
		s := c.shard(ref)
		s.mu.Lock()
		if element, ok := s.items[ref]; ok {
			s.remove(element)
		}
		s.mu.Unlock()
	}
}

// dropAll forgets everything.
func (c *cache) dropAll() {
	c.epoch.Add(1)
	for i := range c.shards {
		s := &c.shards[i]
		s.mu.Lock()
		s.order.Init()
		clear(s.items)
		s.used = 0
		s.mu.Unlock()
	}
}

func (s *cacheShard) remove(element *list.Element) {
	item := s.order.Remove(element).(*cacheItem)
	delete(s.items, item.ref)
	s.used -= item.weight
}
