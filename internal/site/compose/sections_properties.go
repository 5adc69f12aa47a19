package compose

import (
	"cmp"
	"context"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/site/view"
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
func (b *sectionBuilder) chosenProperties(ctx context.Context, choice content.PropertySelection) ([]*view.Card, error) {
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

func (b *sectionBuilder) propertiesSection(ctx context.Context, f *content.PropertiesFields) (view.Section, error) {
	if plain(f.Title) == "" || !hasChoice(f.Properties) {
		return nil, errMissingField
	}
	cards, err := b.chosenProperties(ctx, f.Properties)
	if err != nil {
		return nil, err
	}
	if len(cards) == 0 {
		return nil, nil // no results; no mistake of the editor
	}
	return &view.PropertiesSection{
		Kind: view.SectionProperties, Title: plain(f.Title), Text: plain(f.Text), Cards: cards, More: b.call(f.More),
	}, nil
}

func (b *sectionBuilder) carouselSection(ctx context.Context, f *content.PropertyCarouselFields) (view.Section, error) {
	if plain(f.Title) == "" || !hasChoice(f.Properties) {
		return nil, errMissingField
	}
	cards, err := b.chosenProperties(ctx, f.Properties)
	if err != nil {
		return nil, err
	}
	if len(cards) == 0 {
		return nil, nil
	}
	return &view.PropertyCarouselSection{
		Kind: view.SectionPropertyCarousel, Title: plain(f.Title), Text: plain(f.Text), Cards: cards, More: b.call(f.More),
	}, nil
}

// hasChoice reports whether an editor chose properties.
func hasChoice(choice content.PropertySelection) bool {
	return len(choice.IDs) > 0 || choice.Filter != nil
}

// customSection shows the results of a saved search, with a link to all of them.
func (b *sectionBuilder) customSection(ctx context.Context, f *content.PropertyCustomFields) (view.Section, error) {
	if f.Filter == nil {
		return nil, errMissingField
	}
	filter := b.filterOf(f.Filter)
	list, err := b.lookups.source.Properties(ctx, b.lang, filter)
	if err != nil {
		return nil, err
	}
	section := &view.PropertyCustomSection{
		Kind: view.SectionPropertyCustom, Title: cmp.Or(plain(f.Title), b.customSearchTitle(filter)),
		Summary: b.search.summary(search.KindProperties, list.Total), Cards: b.cards.properties(list.Items), More: b.call(f.More),
	}
	if len(section.Cards) == 0 {
		section.Empty = b.t("results.none")
		section.More = &view.Anchor{Href: b.resultsPath(search.KindProperties), Text: b.t("results.all")}
	} else if section.More == nil && list.Total > len(section.Cards) {
		section.More = &view.Anchor{Href: b.searchLink(filter), Text: b.t("results.all")}
	}
	return section, nil
}

// propertyArchiveSection shows search results on a page. The query of the link comes
// before the filter of the block or of the page.
func (b *sectionBuilder) propertyArchiveSection(
	ctx context.Context, page *content.Page, f *content.PropertyArchiveFields,
) (view.Section, error) {
	filter, _ := search.Parse(b.result.Link.Query, search.KindProperties, b.catalog)
	preset := f.Filter
	if preset == nil && page.Filter != nil {
		preset = &content.SavedSearch{Offer: page.Filter.Offer, Type: page.Filter.Type, Location: page.Filter.Location}
	}
	saved := b.filterOf(preset)
	if len(filter.Offers) == 0 {
		filter.Offers = saved.Offers
	}
	if len(filter.Types) == 0 {
		filter.Types = saved.Types
	}
	if len(filter.Provinces)+len(filter.Cities)+len(filter.Subareas) == 0 {
		filter.Provinces, filter.Cities, filter.Subareas = saved.Provinces, saved.Cities, saved.Subareas
	}
	if len(filter.Categories) == 0 {
		filter.Categories = saved.Categories
	}
	if len(filter.Collections) == 0 {
		filter.Collections = saved.Collections
	}
	if filter.Sort == "" {
		filter.Sort = saved.Sort
	}
	if preset != nil && preset.Limit > 0 {
		filter.PerPage = saved.PerPage
	}
	filter.Page = max(1, b.result.Link.Page)
	list, err := b.lookups.source.Properties(ctx, b.lang, filter)
	if err != nil {
		return nil, err
	}
	if f.Search {
		b.view.Header.Search = b.search.resultsPanel(filter, list.Counts, b.result.Link.Route)
	}
	return b.search.section(ctx, results{
		filter: filter, counts: list.Counts, total: list.Total, pages: list.TotalPages,
		summary: b.search.summary(search.KindProperties, list.Total), cards: b.cards.properties(list.Items),
	}), nil
}

// pageErrorSection shows the content of the error screen on a page.
func (b *sectionBuilder) pageErrorSection(ctx context.Context, f *content.PageErrorFields) (view.Section, error) {
	cards, err := b.chosenProperties(ctx, f.Properties)
	if err != nil {
		return nil, err
	}
	section := &view.PageErrorSection{Kind: view.SectionPageError, Status: content.RouteMismatch("").Status, Link: b.view.Link, Cards: cards}
	if f.Search {
		section.Search = b.search.emptyPanel()
	}
	return section, nil
}

// locationsSection shows areas with the number of their properties.
func (b *sectionBuilder) locationsSection(ctx context.Context, f *content.LocationsFields) (view.Section, error) {
	section := &view.LocationsSection{Kind: view.SectionLocations, Title: plain(f.Title), Text: plain(f.Text)}
	counts := b.lookups.allCounts(ctx)
	for _, tile := range f.Tiles {
		place := b.catalog.Option(search.KeyLocation, tile.Location)
		href, name := b.href(tile.Link), plain(tile.Name)
		if place != nil && tile.Location != 0 {
			href, name = cmp.Or(href, b.cityLink(place)), cmp.Or(name, place.Name.In(b.lang))
		}
		if href == "" || name == "" {
			continue
		}
		section.Tiles = append(section.Tiles, view.AreaTile{
			Name: name, Href: href, Count: b.placeTotal(tile.Location, counts), Picture: b.picture(tile.Picture, name),
		})
	}
	if section.Title == "" || len(section.Tiles) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

// placeTotal is the number of properties of a place in words, "" without counts.
func (b *sectionBuilder) placeTotal(place int, counts *search.Counts) string {
	if counts == nil || place == 0 {
		return ""
	}
	byPlace := map[search.Level]map[int]int{
		search.LevelProvince: counts.Provinces, search.LevelCity: counts.Cities, search.LevelSubarea: counts.Subareas,
	}[b.catalog.Level(place)]
	if byPlace == nil {
		return ""
	}
	return b.search.summary(search.KindProperties, byPlace[place])
}
