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
	f := d.result.Filter
	f.Kind = search.KindDevelopments
	d.headline(view.HeaderSimple, d.t("header.developments"), "")
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.developments")})
	d.about.Title = d.t("seo.title.content", "title", d.t("seo.title.developments"), "site", d.site.title)
	d.about.Description = d.t("seo.description.developments")
	d.sameEverywhere()

	parts := d.parts(f)
	panel := d.panel(f, list.Counts, d.result.Hints)
	panel.Chips, panel.Clear = d.chips(parts), d.resultsPath(search.KindDevelopments)
	d.view.Header.Search = panel
	section := &view.PropertyArchiveSection{
		Kind: view.SectionPropertyArchive, Total: list.Total,
		Summary: d.t("results.developments", "count", list.Total),
		Sort:    d.sortField(f), Cards: d.developmentCards(list.Items), Pager: d.pager(list.TotalPages),
	}
	for i, project := range list.Items {
		section.Cards[i].Spot = spot(project.Location)
	}
	d.mapped(section, list.Counts != nil)
	if list.Total == 0 {
		section.Empty = d.t("results.none")
		section.WaysOut = d.waysOut(f, parts, list.Counts != nil)
	}
	d.add(section)
	d.resultsHead(section.Cards, section.Pager, list.Total)
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
