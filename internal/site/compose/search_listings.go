package compose

import (
	"context"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// listingPages are the listing pages of the language, empty when the source fails.
func (b *searchBuilder) listingPages(ctx context.Context) content.ListingPages {
	load := b.listings
	if load == nil {
		load = func(ctx context.Context, lang i18n.Lang) (content.ListingPages, error) {
			return content.LoadListingPages(ctx, b.lookups.source, lang)
		}
	}
	pages, err := load(ctx, b.lang)
	b.lookups.failure(ctx, "listing pages", err)
	return pages
}

// canonicalPage is the canonical page of filtered results (decision 11): the listing
// page with the same offer, type and place, else the page of the place, else a
// listing page with fewer filters, else the search.
func (b *searchBuilder) canonicalPage(ctx context.Context, f search.Filter) string {
	if kindOf(f) == search.KindDevelopments {
		return b.resultsPath(search.KindDevelopments)
	}
	want := content.PropertyFilter{Offer: onlyID(f.Offers), Type: onlyID(f.Types), Location: onlyPlace(f)}
	if b.listing != nil && b.listing.Filter == want {
		return b.link.Route
	}
	listings := b.listingPages(ctx)
	if link := listings[want]; link != "" {
		return link
	}
	if place := b.catalog.Option(search.KeyLocation, want.Location); want.Location != 0 && place != nil {
		return b.cityLink(place)
	}
	for _, fewer := range []content.PropertyFilter{
		{Offer: want.Offer, Type: want.Type}, {Type: want.Type}, {Offer: want.Offer},
	} {
		if link := listings[fewer]; link != "" {
			return link
		}
	}
	return b.resultsPath(search.KindProperties)
}
