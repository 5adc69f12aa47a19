package compose

import (
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/view"
)

// propertyCard is one home in a list.
func (d *draft) propertyCard(p *content.Property) view.Card {
	title := d.propertyTitle(p)
	card := view.Card{
		ID: p.ID, Kind: string(search.KindProperties), Href: p.LinkIn(d.lang),
		Title: title, Place: d.place(p.Types, p.Placing), Reference: p.Reference,
		Price: d.price(p.Price), Facts: d.cardFacts(p), Badges: d.badges(p.Badges),
		Picture: d.cover(firstImage(p.Featured, p.Gallery)),
	}
	if card.Href == "" {
		card.Href = p.LinkIn(i18n.Fallback)
	}
	return card
}

func (d *draft) propertyCards(homes []*content.Property) []view.Card {
	cards := make([]view.Card, len(homes))
	for i, home := range homes {
		cards[i] = d.propertyCard(home)
	}
	return cards
}

// developmentCard is one development in a list.
func (d *draft) developmentCard(p *content.Development) view.Card {
	title := d.developmentTitle(p)
	card := view.Card{
		ID: p.ID, Kind: string(search.KindDevelopments), Href: p.LinkIn(d.lang),
		Title: title, Place: d.place(p.Types, p.Placing), Reference: p.Reference,
		Price: d.priceRange(p.Price), Facts: d.developmentFacts(p, false), Badges: d.badges(p.Badges),
		Picture: d.cover(firstImage(p.Featured, p.Gallery)),
	}
	if card.Href == "" {
		card.Href = p.LinkIn(i18n.Fallback)
	}
	return card
}

func (d *draft) developmentCards(projects []*content.Development) []view.Card {
	cards := make([]view.Card, len(projects))
	for i, project := range projects {
		cards[i] = d.developmentCard(project)
	}
	return cards
}

// propertyTitle is the title in the language, else the promotional name, else
// the reference: a card is never without one.
func (d *draft) propertyTitle(p *content.Property) string {
	return titleOf(p.Title.In(d.lang), p.PromoName, p.Reference)
}

func (d *draft) developmentTitle(p *content.Development) string {
	return titleOf(p.Title.In(d.lang), p.PromoName, p.Reference)
}

func titleOf(title, promoName, reference string) string {
	if text := plain(title); text != "" {
		return text
	}
	return first(plain(promoName), reference)
}

func (d *draft) badges(badges []content.Badge) []view.Badge {
	list := make([]view.Badge, 0, len(badges))
	for _, badge := range badges {
		if known, ok := d.word.badges[badge]; ok {
			list = append(list, known)
		}
	}
	return list
}

func firstImage(featured *content.Image, gallery []content.Image) *content.Image {
	if featured != nil && featured.URL != "" {
		return featured
	}
	for i := range gallery {
		if gallery[i].URL != "" {
			return &gallery[i]
		}
	}
	return nil
}
