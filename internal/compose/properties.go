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
	return d.translated(head)(lang)
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
	f := found{
		filter: d.result.Filter, counts: list.Counts, open: open,
		total: list.Total, pages: list.TotalPages, summary: d.t("results.summary", "count", list.Total),
		cards: d.propertyCards(list.Items), unsearched: d.result.Page != nil && d.result.Page.Fields.HideSearch,
	}
	for i, home := range list.Items {
		f.cards[i].Spot = spot(home.Location)
	}
	d.addFound(f)
}
