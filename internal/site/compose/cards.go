package compose

import (
	"cmp"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// cardBuilder makes cards of properties, developments and agents.
type cardBuilder struct {
	*localizer
	*converter
}

// property is the card of a property.
func (b *cardBuilder) property(p *content.Property) *view.Card {
	return &view.Card{
		ID: p.ID, Kind: string(search.KindProperties), Href: cmp.Or(p.LinkIn(b.lang), p.LinkIn(i18n.Fallback)),
		Title: b.propertyTitle(p), Place: b.typeAndPlace(p.Types, p.Placing), Reference: p.Reference,
		Price: b.price(p.Price), Facts: b.cardFacts(p), Badges: b.badges(p.ShownBadges()),
		Picture: b.cardPicture(b.mainImage(p.Featured, p.Gallery)),
	}
}

// maxCardPicture is the maximum width of the picture of a card in px: 400 of the page on a screen with
// three pixels for one.
const maxCardPicture = 1280

// cardPicture is the picture of a card, nil for none.
func (b *cardBuilder) cardPicture(image *content.Image) *view.Picture {
	picture := b.decoration(image)
	if picture == nil {
		return nil
	}
	narrow := *picture
	narrow.Widths = slices.DeleteFunc(slices.Clone(picture.Widths), func(width int) bool { return width > maxCardPicture })
	return &narrow
}

func (b *cardBuilder) properties(properties []*content.Property) []*view.Card {
	cards := make([]*view.Card, len(properties))
	for i, p := range properties {
		cards[i] = b.property(p)
	}
	return cards
}

// development is the card of a development.
func (b *cardBuilder) development(p *content.Development) *view.Card {
	return &view.Card{
		ID: p.ID, Kind: string(search.KindDevelopments), Href: cmp.Or(p.LinkIn(b.lang), p.LinkIn(i18n.Fallback)),
		Title: b.developmentTitle(p), Place: b.typeAndPlace(p.Types, p.Placing), Reference: p.Reference,
		Price: b.developmentPrice(p), Facts: b.developmentFacts(p, false), Badges: b.badges(p.Badges),
		Picture: b.cardPicture(b.mainImage(p.Featured, p.Gallery)),
	}
}

func (b *cardBuilder) developments(developments []*content.Development) []*view.Card {
	cards := make([]*view.Card, len(developments))
	for i, p := range developments {
		cards[i] = b.development(p)
	}
	return cards
}

// withdrawn is the card of a saved property that is no longer published.
func (b *cardBuilder) withdrawn(id int) *view.Card {
	return &view.Card{
		ID: id, Kind: string(search.KindProperties), Title: b.t("results.withdrawn"), Withdrawn: true,
		Facts: []view.Fact{}, Badges: []view.Badge{},
	}
}

// agent is the contact of a property or the author of a post, nil for none.
func (b *cardBuilder) agent(author *content.Author) *view.Agent {
	if author == nil {
		return nil
	}
	agent := &view.Agent{
		Name: plain(author.Name), Role: plain(author.Role.In(b.lang)), Href: author.LinkIn(b.lang),
		Picture: b.picture(author.Picture, plain(author.Name)),
	}
	if list := phones(author.Phone); len(list) > 0 {
		agent.Phone = &list[0]
	}
	if list := mails(author.Mail); len(list) > 0 {
		agent.Mail = &list[0]
	}
	return agent
}

func (l *localizer) propertyTitle(p *content.Property) string { return plain(p.TitleIn(l.lang)) }

func (l *localizer) developmentTitle(p *content.Development) string { return plain(p.TitleIn(l.lang)) }

func (l *localizer) badges(badges []content.Badge) []view.Badge {
	list := make([]view.Badge, 0, len(badges))
	for _, badge := range badges {
		if known, ok := l.labels.badges[badge]; ok {
			list = append(list, known)
		}
	}
	return list
}
