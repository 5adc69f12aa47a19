package compose

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/resolve"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// favorites is the screen of the saved properties, whose ids are in the query.
func (s *screen) favorites(ctx context.Context) {
	s.view.Screen = view.ScreenFavorites
	s.setHeader(view.HeaderSimple, s.t("header.favorites"), "")
	s.setBreadcrumbs(view.Breadcrumb{Text: s.t("header.favorites")})
	s.add(s.sections.favorites(ctx))
	s.setPageTitle(s.t("seo.title.favorites"))
	s.head.Description = s.t("seo.description.favorites")
	s.head.setSamePath()
	s.head.setCanonical()
	s.head.Robots = seo.RobotsFollow
}

// favorites are the cards of the saved ids in their order. An id that is no longer
// published gets the card of a withdrawn property.
func (b *sectionBuilder) favorites(ctx context.Context) *view.FavoritesSection {
	section := &view.FavoritesSection{
		Kind: view.SectionFavorites, IDs: b.result.Filter.IDs, Cards: []*view.Card{},
		Browse: view.Anchor{Href: b.resultsPath(search.KindProperties), Text: b.t("results.browse")},
		Lookup: b.favoritesLookup(),
	}
	if section.IDs == nil {
		section.IDs = []int{}
	}
	if b.forms.settings.ViewingHours().Any() {
		section.Viewing = b.path(ViewingPath)
	}
	section.Compared = b.comparedIDs(section.IDs)
	properties := map[int]*content.Property{}
	if b.result.Properties != nil {
		for _, p := range b.result.Properties.Items {
			properties[p.ID] = p
		}
	}
	if b.search.alerts && len(properties) > 0 {
		section.Alert = &view.Anchor{Href: b.search.alertLink(likeAll(b.result.Properties.Items)), Text: b.t("alert.like")}
	}
	developments := b.savedDevelopments(ctx, section.IDs, properties)
	for _, id := range section.IDs {
		switch {
		case properties[id] != nil:
			section.Cards = append(section.Cards, b.cards.property(properties[id]))
			section.Comparables = append(section.Comparables, b.comparable(properties[id]))
		case developments[id] != nil:
			section.Cards = append(section.Cards, b.cards.development(developments[id]))
		default:
			section.Cards = append(section.Cards, b.cards.withdrawn(id))
		}
	}
	return section
}

// likeAll is the search of the offers, types and towns of some properties.
func likeAll(list []*content.Property) search.Filter {
	f := search.Filter{Kind: search.KindProperties}
	for _, p := range list {
		f.Offers, f.Types = append(f.Offers, firstOf(p.Offers)...), append(f.Types, firstOf(p.Types)...)
		f.Cities = append(f.Cities, idList(p.City)...)
	}
	for _, ids := range []*[]int{&f.Offers, &f.Types, &f.Cities} {
		slices.Sort(*ids)
		*ids = slices.Compact(*ids)
	}
	return f
}

// maxCompared is the number of properties that are compared side by side.
const maxCompared = 4

// comparedIDs are the saved ids in the query key compare.
func (b *sectionBuilder) comparedIDs(saved []int) []int {
	var ids []int
	for _, id := range resolve.IDs(b.result.Link.Query["compare"]) {
		if slices.Contains(saved, id) && len(ids) < maxCompared {
			ids = append(ids, id)
		}
	}
	return ids
}

// comparable are the facts of a property that its card does not have.
func (b *sectionBuilder) comparable(p *content.Property) view.Comparable {
	facts := view.Comparable{ID: p.ID, Costs: plain(p.Price.Note.In(b.lang)), Features: b.details.features(p.Features)}
	price := p.Price.Public()
	if isSale := p.Price.Mode == "" || p.Price.Mode == content.PriceSale; isSale && price > 0 && p.BuiltSize > 0 {
		facts.PerM2 = i18n.Price(price/p.BuiltSize) + "/m²"
	}
	if label := b.details.energy(p.Energy); label != nil {
		var parts []string
		for _, part := range []string{label.Consumption, label.ConsumptionValue} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		facts.Energy = cmp.Or(strings.Join(parts, " · "), label.Status)
	}
	return facts
}

// savedDevelopments are the developments among the ids that are no properties.
func (b *sectionBuilder) savedDevelopments(
	ctx context.Context, ids []int, properties map[int]*content.Property,
) map[int]*content.Development {
	filter := search.Filter{Kind: search.KindDevelopments, IncludeSold: true}
	for _, id := range ids {
		if properties[id] == nil {
			filter.IDs = append(filter.IDs, id)
		}
	}
	found := map[int]*content.Development{}
	if filter.PerPage = len(filter.IDs); filter.PerPage == 0 {
		return found
	}
	list, err := b.lookups.source.Developments(ctx, b.lang, filter)
	if err != nil {
		b.lookups.failure(ctx, "saved developments", err)
		return found
	}
	for _, p := range list.Items {
		found[p.ID] = p
	}
	return found
}
