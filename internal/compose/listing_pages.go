package compose

import (
	"context"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

const (
	listingsLifetime = time.Minute // of the cached list of listing pages
	maxListingPages  = 500         // content pages that are searched for listing pages
	pagesPerRequest  = 100
)

// listingPages caches the links of all listing pages of a language, by their preset
// filter.
type listingPages struct {
	now func() time.Time

	mu       sync.Mutex
	links    map[content.PropertyFilter]string
	loadedAt time.Time
}

// load returns the links. When the source fails, they are those of the last load.
func (p *listingPages) load(ctx context.Context, lookups *lookups) map[content.PropertyFilter]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.links != nil && now.Sub(p.loadedAt) < listingsLifetime {
		return p.links
	}
	links, err := loadListings(ctx, lookups.source, lookups.lang)
	if err != nil {
		lookups.failure(ctx, "listing pages", err)
		return p.links
	}
	p.links, p.loadedAt = links, now
	return links
}

func loadListings(ctx context.Context, source content.Source, lang i18n.Lang) (map[content.PropertyFilter]string, error) {
	links := map[content.PropertyFilter]string{}
	for page := 1; (page-1)*pagesPerRequest < maxListingPages; page++ {
		archive, err := source.Archive(ctx, lang, content.ArchiveQuery{Endpoint: "pages", Page: page, PerPage: pagesPerRequest})
		if err != nil {
			return nil, err
		}
		for _, entity := range archive.Items {
			if p, ok := entity.(*content.Page); ok && p.Filter != nil {
				if link := p.LinkIn(lang); link != "" && (*p.Filter != content.PropertyFilter{}) {
					links[*p.Filter] = link
				}
			}
		}
		if page >= archive.TotalPages {
			break
		}
	}
	return links, nil
}

// canonicalPage is the canonical page of filtered results (decision 11): the listing
// page with the same offer, type and place, else the page of the place, else a
// listing page with fewer filters, else the search.
func (b *searchBuilder) canonicalPage(ctx context.Context, f search.Filter) string {
	if kindOf(f) == search.KindDevelopments {
		return b.resultsPath(search.KindDevelopments)
	}
	want := content.PropertyFilter{Offer: onlyID(f.Offers), Type: onlyID(f.Types), Location: onlyPlace(f)}
	listings := b.listings.load(ctx, b.lookups)
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
