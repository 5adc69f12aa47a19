package content

import (
	"context"
	"fmt"

	"estate/internal/content/i18n"
)

// ListingPages are the links of the listing pages of one language, by their preset filter.
type ListingPages map[PropertyFilter]string

const (
	maxSearchedPages = 500 // content pages that are searched for listing pages, or for a link
	pagesPerRequest  = 100
)

// LoadListingPages reads the listing pages of a language from the source. Of several pages
// with the same preset it keeps the newest.
func LoadListingPages(ctx context.Context, source Source, lang i18n.Lang) (ListingPages, error) {
	links := ListingPages{}
	err := eachPage(ctx, source, lang, func(p *Page) bool {
		if p.Filter == nil || *p.Filter == (PropertyFilter{}) {
			return true
		}
		if link := p.LinkIn(lang); link != "" && links[*p.Filter] == "" {
			links[*p.Filter] = link
		}
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("load listing pages: %w", err)
	}
	return links, nil
}

// PageAt returns the content page with a link, nil without one.
func PageAt(ctx context.Context, source Source, lang i18n.Lang, link string) (*Page, error) {
	var found *Page
	err := eachPage(ctx, source, lang, func(p *Page) bool {
		if p.LinkIn(lang) == link {
			found = p
		}
		return found == nil
	})
	return found, err
}

// eachPage calls visit with the content pages of a language, the newest first, until it returns
// false.
func eachPage(ctx context.Context, source Source, lang i18n.Lang, visit func(*Page) bool) error {
	for page := 1; (page-1)*pagesPerRequest < maxSearchedPages; page++ {
		archive, err := source.Archive(ctx, lang, ArchiveQuery{Endpoint: TypePage.Endpoint(), Page: page, PerPage: pagesPerRequest})
		if err != nil {
			return err
		}
		for _, entity := range archive.Items {
			if p, ok := entity.(*Page); ok && !visit(p) {
				return nil
			}
		}
		if page >= archive.TotalPages {
			return nil
		}
	}
	return nil
}
