package app

import (
	"context"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// catalogCache caches the option lists of each language for one generation.
type catalogCache = langCache[*search.Catalog]

func newCatalogCache(source content.Source, generation func() uint64) *catalogCache {
	return newLangCache(generation, func(ctx context.Context, lang i18n.Lang) (*search.Catalog, error) {
		return content.LoadCatalog(ctx, source, lang)
	})
}

// newListingCache caches the listing pages of each language for one generation.
func newListingCache(source content.Source, generation func() uint64) *langCache[content.ListingPages] {
	return newLangCache(generation, func(ctx context.Context, lang i18n.Lang) (content.ListingPages, error) {
		return content.LoadListingPages(ctx, source, lang)
	})
}

// zoneOf returns the time zone of the CMS, nil when it is not known.
func zoneOf(source content.Source) func(context.Context, i18n.Lang) *time.Location {
	return func(ctx context.Context, lang i18n.Lang) *time.Location {
		settings, err := source.Settings(ctx, lang)
		if err != nil {
			return nil
		}
		return settings.Location()
	}
}

// warm loads settings and option lists of a language, nil outside live mode.
func (a *App) warm(catalogs *catalogCache) func(context.Context, i18n.Lang) {
	if a.store != nil {
		return nil
	}
	return func(ctx context.Context, lang i18n.Lang) {
		var waiting sync.WaitGroup
		waiting.Go(func() { _, _ = catalogs.get(ctx, lang) }) // the page reports errors
		waiting.Go(func() { _, _ = a.origin.source.Settings(ctx, lang) })
		waiting.Wait()
	}
}
