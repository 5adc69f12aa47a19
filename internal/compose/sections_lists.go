package compose

import (
	"cmp"
	"context"
	"fmt"

	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/view"
)

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

// blogArchiveSection lists posts; the page number is that of the link.
func (b *sectionBuilder) blogArchiveSection(ctx context.Context, f *content.BlogArchiveFields) (view.Section, error) {
	q := content.ArchiveQuery{Endpoint: "posts", Page: max(1, b.result.Link.Page)}
	if f.Category != 0 {
		q.Taxonomy, q.Term = "categories", f.Category
	}
	archive, err := b.lookups.source.Archive(ctx, b.lang, q)
	if err != nil {
		return nil, err
	}
	section := &view.BlogArchiveSection{
		Kind: view.SectionBlogArchive, Posts: b.posts.cardsOf(ctx, archive.Items),
		Terms: b.posts.allTerms(ctx, f.ShowCategories, f.ShowTags, b.result.Link.Route), Pager: pager(b.result.Link, archive.TotalPages), Blog: b.path(b.cfg.Blog),
	}
	if len(section.Posts) == 0 {
		section.Empty = b.t("results.noPosts")
	}
	return section, nil
}

const defaultBlogPosts = 3 // of a block without a limit

func (b *sectionBuilder) blogSection(ctx context.Context, f *content.BlogSectionFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errMissingField
	}
	q := content.ArchiveQuery{Endpoint: "posts", Page: 1, PerPage: defaultBlogPosts}
	if f.Limit > 0 {
		q.PerPage = min(f.Limit, maxSectionCards)
	}
	if f.Category != 0 {
		q.Taxonomy, q.Term = "categories", f.Category
	}
	archive, err := b.lookups.source.Archive(ctx, b.lang, q)
	if err != nil {
		return nil, err
	}
	posts := b.posts.cardsOf(ctx, archive.Items)
	if len(posts) == 0 {
		return nil, nil
	}
	return &view.BlogSection{Kind: view.SectionBlogSection, Title: plain(f.Title), Posts: posts, More: b.call(f.More)}, nil
}

// propertyArchiveSection shows search results on a page. The query of the link comes
// before the filter of the block or of the page.
func (b *sectionBuilder) propertyArchiveSection(ctx context.Context, page *content.Page, f *content.PropertyArchiveFields) (view.Section, error) {
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

// propertyBody, developmentBody and postBody show one entity inside a page.
func (b *sectionBuilder) propertyBody(ctx context.Context, id int) (view.Section, error) {
	property, err := entityAs[*content.Property](ctx, b, "properties", id)
	if err != nil {
		return nil, err
	}
	return b.details.property(ctx, property), nil
}

func (b *sectionBuilder) developmentBody(ctx context.Context, id int) (view.Section, error) {
	development, err := entityAs[*content.Development](ctx, b, "developments", id)
	if err != nil {
		return nil, err
	}
	return b.details.development(ctx, development), nil
}

func (b *sectionBuilder) postBody(ctx context.Context, id int) (view.Section, error) {
	post, err := entityAs[*content.Post](ctx, b, "posts", id)
	if err != nil {
		return nil, err
	}
	return b.posts.section(ctx, post), nil
}

// entityAs loads an entity and checks its type.
func entityAs[T content.Entity](ctx context.Context, b *sectionBuilder, endpoint string, id int) (T, error) {
	var none T
	entity, err := b.lookups.source.ByID(ctx, b.lang, endpoint, id, "")
	if err != nil {
		return none, err
	}
	wanted, ok := entity.(T)
	if !ok {
		return none, fmt.Errorf("%s %d is of another type", endpoint, id)
	}
	return wanted, nil
}
