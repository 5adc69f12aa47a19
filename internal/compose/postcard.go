package compose

import (
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/sanitize"
	"estate/internal/view"
)

// excerptLength is how much of an article its card tells.
const excerptLength = 180

// postCards are articles, and whatever else an archive lists, as cards.
func (d *draft) postCards(items []content.Entity) []view.PostCard {
	cards := make([]view.PostCard, 0, len(items))
	for _, item := range items {
		if card, ok := d.postCard(item); ok {
			cards = append(cards, card)
		}
	}
	return cards
}

func (d *draft) postCard(item content.Entity) (view.PostCard, bool) {
	card := view.PostCard{Href: item.LinkIn(d.lang), Minutes: 1}
	switch e := item.(type) {
	case *content.Post:
		card.Title, card.Minutes = plain(e.Title), minutes(e.Content)
		card.Excerpt = excerpt(e.Excerpt, e.Content)
		card.Terms = d.terms("category", e.Categories)
		card.Author = d.byline(e.Author)
		card.Picture = d.cover(e.Featured)
		d.dated(&card, &e.Head)
	case *content.Page:
		card.Title, card.Minutes = plain(e.Title), minutes(e.Content)
		card.Excerpt = excerpt(e.Excerpt, e.Content)
		card.Picture = d.cover(e.Featured)
		d.dated(&card, &e.Head)
	case *content.Property:
		card.Title, card.Excerpt = d.propertyTitle(e), d.place(e.Types, e.Placing)
		card.Picture = d.cover(firstImage(e.Featured, e.Gallery))
		d.dated(&card, &e.Head)
	case *content.Development:
		card.Title, card.Excerpt = d.developmentTitle(e), d.place(e.Types, e.Placing)
		card.Picture = d.cover(firstImage(e.Featured, e.Gallery))
		d.dated(&card, &e.Head)
	case *content.Media:
		card.Title, card.Excerpt = plain(e.Title.In(d.lang)), plain(e.Caption.In(d.lang))
		card.Picture = d.cover(&e.Image)
		d.dated(&card, &e.Head)
	}
	return card, card.Title != "" && card.Href != ""
}

func (d *draft) dated(card *view.PostCard, head *content.Head) {
	at := head.Date.In(d.cfg.Zone)
	card.Date, card.ISODate = i18n.Date(d.lang, at), at.Format("2006-01-02")
}

func excerpt(own, text content.UnsafeHTML) string {
	short := sanitize.Text(string(own))
	if short == "" {
		const enough = 4000 // of markup, for an excerpt
		short = sanitize.Text(string(text[:min(len(text), enough)]))
	}
	return sanitize.Shorten(short, excerptLength)
}

func (d *draft) byline(author int) *view.Anchor {
	person := d.agentName(author)
	if person == nil {
		return nil
	}
	return &view.Anchor{Href: person.LinkIn(d.lang), Text: plain(person.Name)}
}

func (d *draft) agentName(id int) *content.Author {
	if id == 0 {
		return nil
	}
	author, err := d.source.Author(d.ctx, d.lang, id)
	if err != nil {
		d.missed("author", err)
		return nil
	}
	return author
}
