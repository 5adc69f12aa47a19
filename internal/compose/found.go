package compose

import (
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// found is what a search of homes or developments came to.
type found struct {
	filter  search.Filter
	counts  *search.Counts // nil when the source counts nothing
	open    string         // where the same results are without the visitor's filters
	total   int
	pages   int
	summary string
	cards   []view.Card
	// unsearched results stand on a page that wants no panel, unless its header has one.
	unsearched bool
}

// addFound adds the list of results, the panel above it and what search engines
// are told of both.
func (d *draft) addFound(f found) {
	parts := d.parts(f.filter)
	if d.view.Header.Search != nil || !f.unsearched {
		panel := d.panel(f.filter, f.counts, d.result.Hints)
		panel.Chips, panel.Clear = d.chips(parts), f.open
		d.view.Header.Search = panel
	}
	section := &view.PropertyArchiveSection{
		Kind: view.SectionPropertyArchive, Total: f.total, Summary: f.summary,
		Sort: d.sortField(f.filter), Cards: f.cards, Pager: d.pager(f.pages),
	}
	d.mapped(section, f.counts != nil)
	if f.total == 0 {
		section.Empty = d.t("results.none")
		section.WaysOut = d.waysOut(f.filter, parts, f.counts != nil)
	}
	d.add(section)
	d.resultsHead(section.Cards, section.Pager, f.total)
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
