package sanitize

import (
	"crypto/sha256"
	"sync"
)

// key is the hash of what went in, so a kept answer is never stale.
type key = [sha256.Size]byte

func keyOf(raw string) key { return sha256.Sum256([]byte(raw)) }

// cache remembers answers in two generations: when the young one is full it
// becomes the old one and the old one is forgotten. What is asked again moves
// back to the young one, so no list has to be kept in order.
type cache struct {
	mu         sync.Mutex
	limit      int // bytes of one generation
	size       int
	young, old map[key]string
}

func newCache(limit int) *cache {
	return &cache{limit: max(limit/2, 1), young: map[key]string{}, old: map[key]string{}}
}

func (c *cache) get(k key) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if value, ok := c.young[k]; ok {
		return value, true
	}
	value, ok := c.old[k]
	if ok {
		c.add(k, value)
	}
	return value, ok
}

func (c *cache) put(k key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.young[k]; !ok {
		c.add(k, value)
	}
}

func (c *cache) add(k key, value string) {
	if len(value) > c.limit {
		return
	}
	if c.size+len(value) > c.limit {
		c.young, c.old, c.size = map[key]string{}, c.young, 0
	}
	c.young[k] = value
	c.size += len(value) + len(k)
}
