package resolve

import (
	"cmp"
	"context"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Listing is what a listing path presets, and where the listing lives.
type Listing struct {
	Filter content.PropertyFilter
	// Paths are the listing paths of the filter per language. A language without one is
	// absent.
	Paths map[i18n.Lang]string
}

// listing lists the properties of a listing path, such as /for-sale/villas/marbella/, with
// the content page at that link, else the page with the slug of the path that is about the
// same offer, type and place (decision 26). A path whose words are known needs no page.
func (f *fetch) listing(ctx context.Context) error {
	found, err := f.listingPages(ctx)
	if err != nil {
		return err
	}
	f.Keep(f.lang, f.force, found...)
	page, own := f.atLink(found).(*content.Page)
	lists, err := f.source.listingLists(ctx, f.lang)
	if err != nil && (lists.catalog == nil || !own) {
		return err
	}
	preset, known := lists.read(f.link.Segments())
	if city := lists.cityOf(f.link); !own && !known && city != "" {
		return f.redirectTo(city)
	}
	switch {
	case own:
		preset = mergePresets(page.Filter, preset)
	case known:
		page = pageAbout(found, preset)
	case len(found) == 0:
		return content.EntityNotFound("pages", f.target.Slug)
	default:
		return content.RouteMismatch(f.link.Route)
	}
	listing := f.listingPaths(ctx, lists, preset)
	if at := listing.Paths[f.lang]; !own && at != "" && at != f.link.Route {
		moved := f.link
		moved.Route = at
		return f.redirectTo(moved.WithHash("").String())
	}
	filter, hints := f.parseFilter(ctx, search.KindProperties, lists.catalog)
	applyPreset(&filter, preset, lists.catalog)
	f.result.Hints, f.result.Listing = hints, listing
	if page != nil {
		f.result.Page, f.result.Entity = page, page
	}
	if err := f.fetchResults(ctx, filter); err != nil {
		return err
	}
	f.fields["isListing"] = true
	if page == nil {
		f.fields["type"], f.fields["isPropertiesArchive"] = content.TypeProperty, true
		return nil
	}
	f.fields["type"], f.fields["id"] = content.TypePage, page.ID
	f.fields["isPostType"], f.fields["isPage"] = true, true
	return nil
}

// listingPaths finds the listing paths of a filter. A language whose lists cannot be loaded
// has none.
func (f *fetch) listingPaths(ctx context.Context, own listingLists, filter content.PropertyFilter) *Listing {
	listing := &Listing{Filter: filter, Paths: map[i18n.Lang]string{}}
	for _, lang := range i18n.Filled {
		lists := own
		if lang != f.lang {
			var err error
			if lists, err = f.source.listingLists(ctx, lang); err != nil {
				continue
			}
		}
		if at := lists.path(filter); at != "" {
			listing.Paths[lang] = at
		}
	}
	return listing
}

// pageAbout is the first page whose preset is the filter, nil for none.
func pageAbout(found []content.Entity, filter content.PropertyFilter) *content.Page {
	for _, entity := range found {
		if page, ok := entity.(*content.Page); ok && page.Filter != nil && *page.Filter == filter {
			return page
		}
	}
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

// mergePresets fills what the filter of a page leaves open with that of its path.
func mergePresets(page *content.PropertyFilter, path content.PropertyFilter) content.PropertyFilter {
	if page == nil {
		return path
	}
	return content.PropertyFilter{
		Offer:    cmp.Or(page.Offer, path.Offer),
		Type:     cmp.Or(page.Type, path.Type),
		Location: cmp.Or(page.Location, path.Location),
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
