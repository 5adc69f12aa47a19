package compose

import (
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/route"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// results is the screen of a property search.
func (d *draft) results() {
	f := d.result.Filter
	title := d.searchHeader(f)
	d.headline(view.HeaderSimple, title, "")
	if f.IsNarrowed() {
		d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.properties"), Href: d.resultsPath(search.KindProperties)}, view.Breadcrumb{Text: title})
	} else {
		d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.properties")})
	}
	d.about.Description = d.t("seo.description.properties")
	d.sameEverywhere()
	d.archive(view.ScreenProperties, d.resultsPath(search.KindProperties))
}

// city is the page of one place.
func (d *draft) city() {
	slug := d.result.Target.Slug
	title, name := route.CityTitle(d.lang, slug), route.CityName(slug)
	place, _ := d.result.Entity.(*content.Term)
	if place != nil {
		name = first(plain(place.Name.In(d.lang)), name)
	}
	d.headline(view.HeaderSimple, title, "")
	d.view.Header.Eyebrow = d.t("header.place", "name", name)
	if place != nil {
		d.view.Header.Subtitle = plain(place.Description.In(d.lang))
	}
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.properties"), Href: d.resultsPath(search.KindProperties)}, view.Breadcrumb{Text: name})
	d.about.Description = d.t("seo.description.city", "city", name)
	d.areaCopy(slug)
	d.subject.City = title
	d.sameEverywhere()
	d.archive(view.ScreenProperties, d.result.Link.Route)
}

// areaCopy says of the six areas what the agency has written for search engines.
func (d *draft) areaCopy(slug string) {
	if area, ok := seo.AreaCopy(d.lang, slug); ok {
		d.about.ShareTitle, d.about.Description = area.Title, area.Description
	}
}

// listing is a content page with homes, such as /for-sale/villas/marbella/.
func (d *draft) listing() {
	page := d.result.Page
	if page == nil {
		d.failure()
		return
	}
	d.pageHeader(&page.Fields, page.Title, page.Featured, view.HeaderHero)
	title := d.view.Header.Title
	d.view.Header.Eyebrow = d.listingEyebrow(d.result.Filter)
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.properties"), Href: d.resultsPath(search.KindProperties)}, view.Breadcrumb{Text: title})
	d.subject.Title = first(page.Title, title)
	d.about.Description = first(page.Fields.Description, d.t("seo.description.listing", "title", title))
	d.twins(func(lang i18n.Lang) string { return d.onPage(d.pageLinkIn(&page.Head, lang)) })
	for lang, twin := range d.elsewhere {
		d.elsewhere[lang] = withQuery(twin, d.result.Link.Query)
	}
	d.archive(view.ScreenProperties, d.result.Link.Route)
	if d.result.Link.Page <= 1 && !d.ownQuery() {
		d.pageBody(page, false)
	}
}

// pageLinkIn is where a page's twin lives. A listing page that was found under a
// path of its words, not at its own link, is at home there in this language alone.
func (d *draft) pageLinkIn(head *content.Head, lang i18n.Lang) string {
	if lang == d.lang {
		return d.result.Link.Route
	}
	return d.translated(head, "pages")(lang)
}

// withQuery puts a query on a link.
func withQuery(raw string, query map[string]string) string {
	if len(query) == 0 {
		return raw
	}
	parsed, err := link.Parse(raw)
	if err != nil {
		return raw
	}
	return parsed.WithQuery(query).String()
}

func (d *draft) listingEyebrow(f search.Filter) string {
	if place := onePlace(f); place != 0 {
		if name := d.placeName(place); name != "" {
			return d.t("header.place", "name", name)
		}
	}
	if len(f.Offers) == 1 {
		if name := d.site.catalog.Name(search.KeyOffer, f.Offers[0], d.lang); name != "" {
			return d.t("header.offer", "name", name)
		}
	}
	return ""
}

// archive adds counted, paged results with the panel above them. Open is where
// the same results are without the visitor's filters.
func (d *draft) archive(screen view.Screen, open string) {
	d.view.Screen = screen
	list := d.result.Properties
	if list == nil {
		list = &content.Listing[*content.Property]{}
	}
	f := d.result.Filter
	parts := d.parts(f)
	if !(d.view.Header.Search == nil && d.result.Page != nil && d.result.Page.Fields.HideSearch) {
		panel := d.panel(f, list.Counts, d.result.Hints)
		panel.Chips, panel.Clear = d.chips(parts), open
		d.view.Header.Search = panel
	}
	section := &view.PropertyArchiveSection{
		Kind: view.SectionPropertyArchive, Total: list.Total,
		Summary: d.t("results.summary", "count", list.Total),
		Sort:    d.sortField(f), Cards: d.propertyCards(list.Items), Pager: d.pager(list.TotalPages),
	}
	for i, home := range list.Items {
		section.Cards[i].Spot = spot(home.Location)
	}
	d.mapped(section, list.Counts != nil)
	if list.Total == 0 {
		section.Empty = d.t("results.none")
		section.WaysOut = d.waysOut(f, parts, list.Counts != nil)
	}
	d.add(section)
	d.resultsHead(section.Cards, section.Pager, list.Total)
}

// resultsHead tells search engines of a page of results: its own address where
// the visitor has not filtered, else the nearest listing or city page.
func (d *draft) resultsHead(cards []view.Card, pager view.Pager, total int) {
	d.canonical()
	if d.ownQuery() {
		d.about.Robots, d.about.Canonical = seo.RobotsFollow, d.nearest(d.result.Filter)
	} else {
		d.about.Prev, d.about.Next = pager.Prev, pager.Next
	}
	if len(cards) == 0 {
		d.about.Robots = seo.RobotsFollow
		return
	}
	if d.about.Image == "" {
		d.shareFirst()
	}
	items := make([]seo.Crumb, 0, len(cards))
	for _, card := range cards {
		if card.Href != "" {
			items = append(items, seo.Crumb{Name: card.Title, URL: d.absolute(card.Href)})
		}
	}
	d.structured(seo.ItemList(items, (max(1, pager.Page)-1)*search.PerPage+1, total))
}

// shareFirst shows networks the first home of a list.
func (d *draft) shareFirst() {
	switch {
	case d.result.Properties != nil && len(d.result.Properties.Items) > 0:
		home := d.result.Properties.Items[0]
		d.share(firstImage(home.Featured, home.Gallery), d.propertyTitle(home))
	case d.result.Developments != nil && len(d.result.Developments.Items) > 0:
		project := d.result.Developments.Items[0]
		d.share(firstImage(project.Featured, project.Gallery), d.developmentTitle(project))
	}
}

// ownQuery reports whether the visitor's address filters or sorts.
func (d *draft) ownQuery() bool {
	for _, key := range search.Keys {
		if d.result.Link.Query[key] != "" {
			return true
		}
	}
	return false
}

func (d *draft) sortField(f search.Filter) view.SelectField {
	value := string(f.Sort)
	if value == "" {
		value = string(search.SortModified)
	}
	return view.SelectField{
		Name: search.KeySort, Label: d.t("search.field.sort"), Any: "", Value: value, Options: d.word.sorts,
	}
}
