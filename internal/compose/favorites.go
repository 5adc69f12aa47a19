package compose

import (
	"estate/internal/content"
	"estate/internal/link"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// favorites is the screen of the saved homes. The server knows them only from
// the address; homes that are gone are shown as withdrawn, so that nobody
// wonders where they are.
func (d *draft) favorites() {
	d.view.Screen = view.ScreenFavorites
	d.headline(view.HeaderSimple, d.t("header.favorites"), "")
	d.crumbs(view.Breadcrumb{Text: d.t("header.favorites")})
	d.add(d.favoritesSection())
	d.about.Title = d.t("seo.title.content", "title", d.t("seo.title.favorites"), "site", d.site.title)
	d.about.Description = d.t("seo.description.favorites")
	d.sameEverywhere()
	d.canonical()
	d.about.Robots = seo.RobotsFollow
}

func (d *draft) favoritesSection() *view.FavoritesSection {
	section := &view.FavoritesSection{
		Kind: view.SectionFavorites, IDs: d.result.Filter.IDs, Cards: []view.Card{},
		Browse: view.Anchor{Href: d.resultsPath(search.KindProperties), Text: d.t("results.browse")},
		Lookup: link.Stringify(link.Parts{Route: d.path("/favorites/")}),
	}
	if section.IDs == nil {
		section.IDs = []int{}
	}
	found := map[int]*content.Property{}
	if d.result.Properties != nil {
		for _, home := range d.result.Properties.Items {
			found[home.ID] = home
		}
	}
	developments := d.savedDevelopments(section.IDs, found)
	for _, id := range section.IDs {
		switch {
		case found[id] != nil:
			section.Cards = append(section.Cards, d.propertyCard(found[id]))
		case developments[id] != nil:
			section.Cards = append(section.Cards, d.developmentCard(developments[id]))
		default:
			section.Cards = append(section.Cards, d.withdrawnCard(id))
		}
	}
	return section
}

// savedDevelopments are the saved ones that are no homes: a development's card
// has a heart as well.
func (d *draft) savedDevelopments(ids []int, homes map[int]*content.Property) map[int]*content.Development {
	filter := search.Filter{Kind: search.KindDevelopments, IncludeSold: true}
	for _, id := range ids {
		if homes[id] == nil {
			filter.IDs = append(filter.IDs, id)
		}
	}
	found := map[int]*content.Development{}
	if filter.PerPage = len(filter.IDs); filter.PerPage == 0 {
		return found
	}
	list, err := d.source.Developments(d.ctx, d.lang, filter)
	if err != nil {
		d.missed("saved developments", err)
		return found
	}
	for _, project := range list.Items {
		found[project.ID] = project
	}
	return found
}

func (d *draft) withdrawnCard(id int) view.Card {
	return view.Card{
		ID: id, Kind: string(search.KindProperties), Title: d.t("results.withdrawn"), Withdrawn: true,
		Facts: []view.Fact{}, Badges: []view.Badge{},
	}
}
