package app

import (
	"context"
	"sync"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// catalogCache caches the option lists of each language for one generation.
type catalogCache struct {
	source     content.Source
	generation func() uint64

	mu      sync.Mutex
	entries map[i18n.Lang]catalogEntry
}

type catalogEntry struct {
	generation uint64
	catalog    *search.Catalog
}

func newCatalogCache(source content.Source, generation func() uint64) *catalogCache {
	return &catalogCache{source: source, generation: generation, entries: map[i18n.Lang]catalogEntry{}}
}

// get returns the catalog of a language. Concurrent misses may all load it: the source
// coalesces their requests, and none waits for the timeout of another.
func (c *catalogCache) get(ctx context.Context, lang i18n.Lang) (*search.Catalog, error) {
	generation := c.generation()
	if cached, ok := c.lookup(lang); ok && cached.generation == generation {
		return cached.catalog, nil
	}
	catalog, err := content.LoadCatalog(ctx, c.source, lang)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cached, ok := c.entries[lang]; ok && cached.generation == generation {
		return cached.catalog, nil // one pointer a generation: compose derives site data from it once
	}
	c.entries[lang] = catalogEntry{generation, catalog}
	return catalog, nil
}

func (c *catalogCache) lookup(lang i18n.Lang) (catalogEntry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cached, ok := c.entries[lang]
	return cached, ok
}
