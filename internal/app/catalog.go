package app

import (
	"context"
	"sync"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// catalogs keeps the option lists of each language until content changes.
type catalogs struct {
	source     content.Source
	generation func() uint64

	mu   sync.Mutex
	kept map[i18n.Lang]keptCatalog
}

type keptCatalog struct {
	generation uint64
	catalog    *search.Catalog
}

func newCatalogs(source content.Source, generation func() uint64) *catalogs {
	return &catalogs{source: source, generation: generation, kept: map[i18n.Lang]keptCatalog{}}
}

// of is the catalog of a language. Visitors who come while it is made may make it
// too: the source answers them together, and none waits for another's time-out.
func (c *catalogs) of(ctx context.Context, lang i18n.Lang) (*search.Catalog, error) {
	generation := c.generation()
	if kept, ok := c.find(lang); ok && kept.generation == generation {
		return kept.catalog, nil
	}
	catalog, err := content.LoadCatalog(ctx, c.source, lang)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept, ok := c.kept[lang]; ok && kept.generation == generation {
		return kept.catalog, nil // one catalog for all, or pages would be furnished twice
	}
	c.kept[lang] = keptCatalog{generation, catalog}
	return catalog, nil
}

func (c *catalogs) find(lang i18n.Lang) (keptCatalog, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, ok := c.kept[lang]
	return kept, ok
}
