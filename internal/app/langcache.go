package app

import (
	"context"
	"sync"

	"estate/internal/content/i18n"
)

// langCache caches a value of each language for one generation of the content.
type langCache[T any] struct {
	load       func(context.Context, i18n.Lang) (T, error)
	generation func() uint64

	mu      sync.Mutex
	entries map[i18n.Lang]langEntry[T]
}

type langEntry[T any] struct {
	generation uint64
	value      T
}

func newLangCache[T any](generation func() uint64, load func(context.Context, i18n.Lang) (T, error)) *langCache[T] {
	return &langCache[T]{load: load, generation: generation, entries: map[i18n.Lang]langEntry[T]{}}
}

// get returns the value of a language. Concurrent misses may all load it: the source
// coalesces their requests, and none waits for the timeout of another.
func (c *langCache[T]) get(ctx context.Context, lang i18n.Lang) (T, error) {
	generation := c.generation()
	if cached, ok := c.lookup(lang); ok && cached.generation == generation {
		return cached.value, nil
	}
	value, err := c.load(ctx, lang)
	if err != nil {
		var none T
		return none, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cached, ok := c.entries[lang]; ok && cached.generation == generation {
		return cached.value, nil // one pointer a generation: compose derives site data from it once
	}
	c.entries[lang] = langEntry[T]{generation, value}
	return value, nil
}

func (c *langCache[T]) lookup(lang i18n.Lang) (langEntry[T], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cached, ok := c.entries[lang]
	return cached, ok
}
