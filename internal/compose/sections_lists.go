package compose

import (
	"context"
	"fmt"

	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/view"
)

func (d *draft) propertiesSection(f *content.PropertiesFields) (view.Section, error) {
	if plain(f.Title) == "" || !chosen(f.Homes) {
		return nil, errEmpty
	}
	cards, err := d.homes(f.Homes)
	if err != nil {
		return nil, err
	}
	if len(cards) == 0 {
		return nil, nil // nothing to show today is no mistake
	}
	return &view.PropertiesSection{
		Kind: view.SectionProperties, Title: plain(f.Title), Text: plain(f.Text), Cards: cards, More: d.call(f.More),
	}, nil
}

func (d *draft) carouselSection(f *content.PropertyCarouselFields) (view.Section, error) {
	if plain(f.Title) == "" || !chosen(f.Homes) {
		return nil, errEmpty
	}
	cards, err := d.homes(f.Homes)
	if err != nil {
		return nil, err
	}
	if len(cards) == 0 {
		return nil, nil
	}
	return &view.PropertyCarouselSection{
		Kind: view.SectionPropertyCarousel, Title: plain(f.Title), Text: plain(f.Text), Cards: cards, More: d.call(f.More),
	}, nil
}

// chosen reports whether an editor chose homes at all.
func chosen(homes content.Homes) bool { return len(homes.IDs) > 0 || homes.Filter != nil }

// locationsSection shows areas with the number of their homes.
func (d *draft) locationsSection(f *content.LocationsFields) (view.Section, error) {
	section := &view.LocationsSection{Kind: view.SectionLocations, Title: plain(f.Title), Text: plain(f.Text)}
	counts := d.openCounts()
	for _, tile := range f.Tiles {
		place := d.site.catalog.Option(search.KeyLocation, tile.Location)
		href, name := d.href(tile.Link), plain(tile.Name)
		if place != nil && tile.Location != 0 {
			href, name = first(href, d.cityLink(place)), first(name, place.Name.In(d.lang))
		}
		if href == "" || name == "" {
			continue
		}
		section.Tiles = append(section.Tiles, view.AreaTile{
			Name: name, Href: href, Count: d.placeTotal(tile.Location, counts), Picture: d.image(tile.Picture, name),
		})
	}
	if section.Title == "" || len(section.Tiles) == 0 {
		return nil, errEmpty
	}
	return section, nil
}

// placeTotal says how many homes a place has, "" where that is not known.
func (d *draft) placeTotal(place int, counts *search.Counts) string {
	if counts == nil || place == 0 {
		return ""
	}
	of := map[search.Level]map[int]int{
		search.LevelProvince: counts.Provinces, search.LevelCity: counts.Cities, search.LevelSubarea: counts.Subareas,
	}[d.site.catalog.Level(place)]
	if of == nil {
		return ""
	}
	return d.t("results.summary", "count", of[place])
}

// blogArchiveSection lists posts; its page is the page number of the link.
func (d *draft) blogArchiveSection(f *content.BlogArchiveFields) (view.Section, error) {
	q := content.ArchiveQuery{Endpoint: "posts", Page: max(1, d.result.Link.Page)}
	if f.Category != 0 {
		q.Taxonomy, q.Term = "categories", f.Category
	}
	archive, err := d.source.Archive(d.ctx, d.lang, q)
	if err != nil {
		return nil, err
	}
	section := &view.BlogArchiveSection{
		Kind: view.SectionBlogArchive, Posts: d.postCards(archive.Items),
		Terms: d.categories(f.ShowCategories, f.ShowTags), Pager: d.pager(archive.TotalPages), Blog: d.blog(),
	}
	if len(section.Posts) == 0 {
		section.Empty = d.t("results.noPosts")
	}
	return section, nil
}

const teasers = 3 // posts of a teaser that names no limit

func (d *draft) blogSection(f *content.BlogSectionFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errEmpty
	}
	q := content.ArchiveQuery{Endpoint: "posts", Page: 1, PerPage: teasers}
	if f.Limit > 0 {
		q.PerPage = min(f.Limit, mostHomes)
	}
	if f.Category != 0 {
		q.Taxonomy, q.Term = "categories", f.Category
	}
	archive, err := d.source.Archive(d.ctx, d.lang, q)
	if err != nil {
		return nil, err
	}
	posts := d.postCards(archive.Items)
	if len(posts) == 0 {
		return nil, nil
	}
	return &view.BlogSection{Kind: view.SectionBlogSection, Title: plain(f.Title), Posts: posts, More: d.call(f.More)}, nil
}

// propertyArchiveSection shows searched results on a page; the address narrows
// what the block or the page presets.
func (d *draft) propertyArchiveSection(page *content.Page, f *content.PropertyArchiveFields) (view.Section, error) {
	filter, _ := search.Parse(d.result.Link.Query, search.KindProperties, d.site.catalog)
	preset := f.Filter
	if preset == nil && page.Filter != nil {
		preset = &content.HomesFilter{Offer: page.Filter.Offer, Type: page.Filter.Type, Location: page.Filter.Location}
	}
	saved := d.filterOf(preset)
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
	filter.Page = max(1, d.result.Link.Page)
	list, err := d.source.Properties(d.ctx, d.lang, filter)
	if err != nil {
		return nil, err
	}
	section := &view.PropertyArchiveSection{
		Kind: view.SectionPropertyArchive, Total: list.Total, Summary: d.t("results.summary", "count", list.Total),
		Sort: d.sortField(filter), Cards: d.propertyCards(list.Items), Pager: d.pager(list.TotalPages),
	}
	if list.Total == 0 {
		parts := d.parts(filter)
		section.Empty = d.t("results.none")
		section.WaysOut = d.waysOut(filter, parts, list.Counts != nil)
	}
	if f.Search {
		panel := d.panel(filter, list.Counts, nil)
		panel.Chips, panel.Clear = d.chips(d.parts(filter)), d.result.Link.Route
		d.view.Header.Search = panel
	}
	return section, nil
}

// pageErrorSection is the not-found screen as an editor composes it.
func (d *draft) pageErrorSection(f *content.PageErrorFields) (view.Section, error) {
	cards, err := d.homes(f.Homes)
	if err != nil {
		return nil, err
	}
	section := &view.PageErrorSection{Kind: view.SectionPageError, Status: content.RouteMismatch("").Status, Link: d.view.Link, Cards: cards}
	if f.Search {
		section.Search = d.panel(search.Filter{Kind: search.KindProperties}, nil, nil)
	}
	return section, nil
}

// propertyBody, developmentBody and postBody show one content inside a page.
func (d *draft) propertyBody(id int) (view.Section, error) {
	home, err := entityAs[*content.Property](d.ctx, d, "properties", id)
	if err != nil {
		return nil, err
	}
	return d.propertySection(home), nil
}

func (d *draft) developmentBody(id int) (view.Section, error) {
	project, err := entityAs[*content.Development](d.ctx, d, "developments", id)
	if err != nil {
		return nil, err
	}
	return d.developmentSection(project), nil
}

func (d *draft) postBody(id int) (view.Section, error) {
	post, err := entityAs[*content.Post](d.ctx, d, "posts", id)
	if err != nil {
		return nil, err
	}
	return d.postSection(post), nil
}

func entityAs[T content.Entity](ctx context.Context, d *draft, endpoint string, id int) (T, error) {
	var none T
	entity, err := d.source.ByID(ctx, d.lang, endpoint, id, "")
	if err != nil {
		return none, err
	}
	wanted, ok := entity.(T)
	if !ok {
		return none, fmt.Errorf("%s %d is of another type", endpoint, id)
	}
	return wanted, nil
}
