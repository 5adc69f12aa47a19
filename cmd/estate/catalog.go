package main

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

// of is the catalog of a language. Building it holds the others up: it is short,
// and they would only build the same.
func (c *catalogs) of(ctx context.Context, lang i18n.Lang) (*search.Catalog, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	generation := c.generation()
	if kept, ok := c.kept[lang]; ok && kept.generation == generation {
		return kept.catalog, nil
	}
	catalog, err := content.LoadCatalog(ctx, c.source, lang)
	if err != nil {
		return nil, err
	}
	c.kept[lang] = keptCatalog{generation, catalog}
	return catalog, nil
}
