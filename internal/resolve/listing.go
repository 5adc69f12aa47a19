package resolve

import (
	"cmp"
	"context"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// listing lists the properties of a listing page, such as /for-sale/villas/marbella/.
// The content page is found by the slug of the city, else of the type, else by the
// word of the offer.
func (f *fetch) listing(ctx context.Context) error {
	found, err := f.listingPages(ctx)
	if err != nil {
		return err
	}
	f.Keep(f.lang, f.force, found...)
	own := f.atLink(found)
	page := firstPage(own, found)
	if page == nil {
		return content.EntityNotFound("pages", f.target.Slug)
	}
	catalog, err := f.catalog(ctx)
	if err != nil {
		return err
	}
	path, known := readListingPath(f.link.Segments(), catalog)
	if own == nil && !known {
		return content.RouteMismatch(f.link.Route)
	}
	filter, hints := search.Parse(f.link.Query, search.KindProperties, catalog)
	applyPreset(&filter, mergePresets(page.Filter, path, own != nil), catalog)
	f.result.Hints, f.result.Page, f.result.Entity = hints, page, page
	if err := f.fetchResults(ctx, filter); err != nil {
		return err
	}
	f.fields["type"], f.fields["id"] = content.TypePage, page.ID
	f.fields["isPostType"], f.fields["isPage"], f.fields["isListing"] = true, true, true
	return nil
}

// listingPager is a source that can load a page without its embedded entities.
type listingPager interface {
	ListingPage(ctx context.Context, lang i18n.Lang, slug string) ([]content.Entity, error)
}

func (f *fetch) listingPages(ctx context.Context) ([]content.Entity, error) {
	if source, ok := f.resolver.source.(listingPager); ok {
		return source.ListingPage(ctx, f.lang, f.target.Slug)
	}
	return f.resolver.source.BySlug(ctx, f.lang, "pages", f.target.Slug)
}

// firstPage is the page at the route, else the first one with the slug.
func firstPage(own content.Entity, found []content.Entity) *content.Page {
	for _, entity := range append([]content.Entity{own}, found...) {
		if page, ok := entity.(*content.Page); ok {
			return page
		}
	}
	return nil
}

// offerWords are the first words of listing paths and the offers they name.
var offerWords = map[string]string{
	"for-sale": "for-sale", "venta": "for-sale",
	"for-rent": "for-rent", "alquiler": "for-rent",
}

// readListingPath is the filter of the words of a listing path; known is false when
// one of them is unknown.
func readListingPath(words []string, catalog *search.Catalog) (filter content.PropertyFilter, known bool) {
	known = true
	for i, word := range words {
		key, target := search.KeyOffer, &filter.Offer
		switch i {
		case 0:
			word = offerWords[word]
		case 1:
			key, target = search.KeyType, &filter.Type
		default:
			key, target = search.KeyLocation, &filter.Location
		}
		if option := optionByWord(catalog, key, word); option != nil {
			*target = option.ID
		} else {
			known = false
		}
	}
	return filter, known
}

// mergePresets merges the filter of a page with that of the path. At the page's own
// link its filter comes first, elsewhere the path.
func mergePresets(page *content.PropertyFilter, path content.PropertyFilter, own bool) content.PropertyFilter {
	if page == nil {
		return path
	}
	first, second := path, *page
	if own {
		first, second = second, first
	}
	return content.PropertyFilter{
		Offer:    cmp.Or(first.Offer, second.Offer),
		Type:     cmp.Or(first.Type, second.Type),
		Location: cmp.Or(first.Location, second.Location),
	}
}

// applyPreset sets the fields of a filter that the query does not set.
func applyPreset(filter *search.Filter, preset content.PropertyFilter, catalog *search.Catalog) {
	if preset.Offer != 0 && len(filter.Offers) == 0 {
		filter.Offers = []int{preset.Offer}
	}
	if preset.Type != 0 && len(filter.Types) == 0 {
		filter.Types = []int{preset.Type}
	}
	if preset.Location != 0 && len(filter.Provinces)+len(filter.Cities)+len(filter.Subareas) == 0 {
		catalog.AddLocation(filter, preset.Location)
	}
}
