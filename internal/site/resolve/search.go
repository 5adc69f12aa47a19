package resolve

import (
	"context"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/route"
)

// search lists the properties or developments of the filter in the query.
func (f *fetch) search(ctx context.Context) error {
	kind := search.KindProperties
	if f.target.Kind == route.KindDevelopmentSearch {
		kind = search.KindDevelopments
	}
	catalog, err := f.catalog(ctx)
	if err != nil {
		return err
	}
	filter, hints := f.parseFilter(ctx, kind, catalog)
	f.result.Hints = hints
	if err := f.fetchResults(ctx, filter); err != nil {
		return err
	}
	f.fields["type"] = content.Type(kind)
	f.fields["isPostTypeArchive"] = true
	f.fields[route.FlagName(string(kind)+" archive")] = true
	return nil
}

// parseFilter reads the filter of the query, without what the source cannot filter by.
func (f *fetch) parseFilter(ctx context.Context, kind search.Kind, catalog *search.Catalog) (search.Filter, []search.Hint) {
	filter, hints := search.Parse(f.link.Query, kind, catalog)
	if can := f.resolver.config.CanFilter; can == nil || !filter.NeedsPlugin() || can(ctx) {
		return filter, hints
	}
	return filter.WithoutPlugin(), append(hints, search.Hint{Key: search.KeyFeatures, Reason: search.ReasonUnsupported})
}

// fetchResults loads one page of results and sets it in record and result.
func (f *fetch) fetchResults(ctx context.Context, filter search.Filter) error {
	filter.Page = max(f.pageNumber(), filter.Page)
	if err := f.rank(ctx, &filter); err != nil {
		return err
	}
	f.result.Filter = filter
	found, total, totalPages, err := f.results(ctx, filter)
	if err != nil {
		return err
	}
	if len(found) == 0 && filter.Page > 1 {
		return content.PostArchivePageNotFound(filter.Page)
	}
	f.Keep(f.lang, f.force, found...)
	items := make([]Item, len(found))
	for i, entity := range found {
		items[i] = itemOf(entity, f.lang)
	}
	f.setItems(items, total, totalPages)
	return nil
}

// rank gives the results of properties the recommended order, where neither an offer nor a type is chosen; it
// counts where no order is. A CMS that filters itself has no such order.
func (f *fetch) rank(ctx context.Context, filter *search.Filter) error {
	if f.newest || f.resolver.config.CanFilter != nil || filter.Kind != search.KindProperties || filter.Text != "" ||
		len(filter.Offers)+len(filter.Types)+len(filter.IDs) > 0 {
		return nil
	}
	catalog, err := f.catalog(ctx)
	if err != nil {
		return err
	}
	filter.Rank = catalog.Rank()
	return nil
}

func (f *fetch) results(ctx context.Context, filter search.Filter) (found []content.Entity, total, totalPages int, err error) {
	if filter.Kind == search.KindDevelopments {
		listing, err := f.resolver.source.Developments(ctx, f.lang, filter)
		if err != nil {
			return nil, 0, 0, err
		}
		f.result.Developments = listing
		return entities(listing.Items), listing.Total, listing.TotalPages, nil
	}
	listing, err := f.resolver.source.Properties(ctx, f.lang, filter)
	if err != nil {
		return nil, 0, 0, err
	}
	f.result.Properties = listing
	return entities(listing.Items), listing.Total, listing.TotalPages, nil
}

func entities[T content.Entity](items []T) []content.Entity {
	found := make([]content.Entity, len(items))
	for i, item := range items {
		found[i] = item
	}
	return found
}

func (f *fetch) catalog(ctx context.Context) (*search.Catalog, error) {
	return f.source.catalog(ctx, f.lang)
}

func (s *sessionSource) catalog(ctx context.Context, lang i18n.Lang) (*search.Catalog, error) {
	if load := s.session.resolver.config.Catalog; load != nil {
		return load(ctx, lang)
	}
	return content.LoadCatalog(ctx, s, lang)
}
