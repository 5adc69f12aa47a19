package compose

import (
	"context"

	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/view"
)

// filterOf is the search of a block's filter; nil is a search without filters.
func (b *sectionBuilder) filterOf(f *content.SavedSearch) search.Filter {
	filter := search.Filter{Kind: search.KindProperties, PerPage: defaultSectionCards}
	if f == nil {
		return filter
	}
	filter.Offers, filter.Types, filter.Categories = idList(f.Offer), idList(f.Type), idList(f.Category)
	filter.Collections = f.Collections
	if f.Location != 0 {
		b.catalog.AddLocation(&filter, f.Location)
	}
	for _, sort := range search.Sorts {
		if f.Sort == string(sort) {
			filter.Sort = sort
		}
	}
	if f.Limit > 0 {
		filter.PerPage = min(f.Limit, maxSectionCards)
	}
	return filter
}

const (
	defaultSectionCards = 12 // of a block without a limit
	maxSectionCards     = 48
)

// chosenProperties are the cards of the properties that an editor chose, by ids or
// by a filter.
func (b *sectionBuilder) chosenProperties(ctx context.Context, choice content.PropertySelection) ([]view.Card, error) {
	filter := b.filterOf(choice.Filter)
	if len(choice.IDs) > 0 {
		ids := choice.IDs[:min(len(choice.IDs), maxSectionCards)]
		filter = search.Filter{Kind: search.KindProperties, IDs: ids, IncludeSold: true, PerPage: len(ids)}
	}
	list, err := b.lookups.source.Properties(ctx, b.lang, filter)
	if err != nil {
		return nil, err
	}
	return b.cards.properties(list.Items), nil
}
