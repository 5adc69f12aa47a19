package content

import (
	"context"
	"fmt"

	"estate/internal/i18n"
)

// ListingPages are the links of the listing pages of one language, by their preset filter.
type ListingPages map[PropertyFilter]string

const (
	maxListingPages = 500 // content pages that are searched for listing pages
	pagesPerRequest = 100
)

// LoadListingPages reads the listing pages of a language from the source. Of several pages
// with the same preset it keeps the newest.
func LoadListingPages(ctx context.Context, source Source, lang i18n.Lang) (ListingPages, error) {
	links := ListingPages{}
	for page := 1; (page-1)*pagesPerRequest < maxListingPages; page++ {
		archive, err := source.Archive(ctx, lang, ArchiveQuery{Endpoint: TypePage.Endpoint(), Page: page, PerPage: pagesPerRequest})
		if err != nil {
			return nil, fmt.Errorf("load listing pages: %w", err)
		}
		for _, entity := range archive.Items {
			p, ok := entity.(*Page)
			if !ok || p.Filter == nil || *p.Filter == (PropertyFilter{}) {
				continue
			}
			if link := p.LinkIn(lang); link != "" && links[*p.Filter] == "" {
				links[*p.Filter] = link
			}
		}
		if page >= archive.TotalPages {
			break
		}
	}
	return links, nil
}
