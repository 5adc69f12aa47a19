package compose

import (
	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/view"
)

// filterOf is the search that a block saved.
func (d *draft) filterOf(f *content.HomesFilter) search.Filter {
	filter := search.Filter{Kind: search.KindProperties, PerPage: homesLimit}
	if f == nil {
		return filter
	}
	filter.Offers, filter.Types, filter.Categories = id(f.Offer), id(f.Type), id(f.Category)
	filter.Collections = f.Collections
	if f.Location != 0 {
		d.site.catalog.AddLocation(&filter, f.Location)
	}
	for _, sort := range search.Sorts {
		if f.Sort == string(sort) {
			filter.Sort = sort
		}
	}
	if f.Limit > 0 {
		filter.PerPage = min(f.Limit, mostHomes)
	}
	return filter
}

const (
	homesLimit = 12 // homes of a block that names no limit
	mostHomes  = 48
)

// homes are the cards of the chosen homes.
func (d *draft) homes(choice content.Homes) ([]view.Card, error) {
	filter := d.filterOf(choice.Filter)
	if len(choice.IDs) > 0 {
		ids := choice.IDs[:min(len(choice.IDs), mostHomes)]
		filter = search.Filter{Kind: search.KindProperties, IDs: ids, IncludeSold: true, PerPage: len(ids)}
	}
	list, err := d.source.Properties(d.ctx, d.lang, filter)
	if err != nil {
		return nil, err
	}
	return d.propertyCards(list.Items), nil
}

// openCounts are the counts of the whole offer: one search answers every tile.
func (d *draft) openCounts() *search.Counts {
	if !d.asked {
		d.asked = true
		list, err := d.source.Properties(d.ctx, d.lang, search.Filter{Kind: search.KindProperties, PerPage: 1})
		d.missed("counts", err)
		d.open = list
	}
	if d.open == nil {
		return nil
	}
	return d.open.Counts
}
