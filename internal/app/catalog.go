package app

import (
	"context"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
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
