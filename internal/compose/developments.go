package compose

import (
	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// developments is the screen of a development search.
func (d *draft) developments() {
	d.view.Screen = view.ScreenDevelopments
	list := d.result.Developments
	if list == nil {
		list = &content.Listing[*content.Development]{}
	}
	d.headline(view.HeaderSimple, d.t("header.developments"), "")
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.developments")})
	d.about.Title = d.t("seo.title.content", "title", d.t("seo.title.developments"), "site", d.site.title)
	d.about.Description = d.t("seo.description.developments")
	d.sameEverywhere()

	f := found{
		filter: d.result.Filter, counts: list.Counts, open: d.resultsPath(search.KindDevelopments),
		total: list.Total, pages: list.TotalPages, summary: d.t("results.developments", "count", list.Total),
		cards: d.developmentCards(list.Items),
	}
	f.filter.Kind = search.KindDevelopments
	for i, project := range list.Items {
		f.cards[i].Spot = spot(project.Location)
	}
	d.addFound(f)
	d.soleDevelopments()
}

// soleDevelopments makes /developments/ the one address of the archive before
// search engines; /search-developments/ shows the same.
func (d *draft) soleDevelopments() {
	own := d.resultsPath(search.KindDevelopments)
	if d.result.Link.Route == own || d.about.Robots != "" {
		return
	}
	d.about.Canonical = d.onPage(own)
	d.about.Robots, d.about.Alternates = seo.RobotsIndex, nil
}
