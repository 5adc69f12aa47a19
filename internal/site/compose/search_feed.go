package compose

import (
	"cmp"
	"context"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/view"
)

// Digest is a property or development in a few lines of text, for feeds and mails.
type Digest struct {
	ID    int
	Link  string // of the site
	Title string
	// Lines are place and price, then the figures.
	Lines              []string
	Published, Changed time.Time
	Image              *content.Image // nil for none
}

// SearchFeed is what a feed tells of a search.
type SearchFeed struct {
	Title, Description string
	Site               string // name of the site
	Digests            []Digest
}

// HasSearchFeed reports whether a link has a feed of its search: results, a place or a listing page.
func HasSearchFeed(result *resolve.Result) bool {
	switch result.Target.Kind {
	case route.KindPropertySearch, route.KindDevelopmentSearch, route.KindCity, route.KindListing:
		return result.Failure == nil && result.Redirect == nil
	}
	return false
}

// SearchFeed returns the feed of a search, nil where HasSearchFeed is false.
func (c *Composer) SearchFeed(ctx context.Context, result *resolve.Result) (*SearchFeed, error) {
	if !HasSearchFeed(result) {
		return nil, nil
	}
	s := c.newScreen(ctx, result)
	s.build(ctx)
	head := withoutCMS(c.addresses, s.finish()).Head
	feed := &SearchFeed{Title: head.Title, Description: head.Description, Site: s.head.Site}
	if kind := result.Target.Kind; kind == route.KindPropertySearch || kind == route.KindDevelopmentSearch {
		// A reader of several searches tells them apart by their filters.
		if parts := s.search.parts(SavedFilter(result.Filter)); len(parts) > 0 {
			feed.Title = strings.Join(s.search.words(SavedFilter(result.Filter)), " · ") + " - " + feed.Site
		}
	}
	if list := result.Properties; list != nil {
		feed.Digests = c.digests(s.cards, list.Items, nil)
	}
	if list := result.Developments; list != nil {
		feed.Digests = c.digests(s.cards, nil, list.Items)
	}
	return feed, ctx.Err()
}

// digests describes properties, then developments.
func (c *Composer) digests(cards *cardBuilder, properties []*content.Property, developments []*content.Development) []Digest {
	list := make([]Digest, 0, len(properties)+len(developments))
	for _, p := range properties {
		list = append(list, c.digest(cards.property(p), &p.Head, p.Featured, p.Gallery))
	}
	for _, d := range developments {
		list = append(list, c.digest(cards.development(d), &d.Head, d.Featured, d.Gallery))
	}
	return list
}

func (c *Composer) digest(card *view.Card, head *content.Head, featured *content.Image, gallery []content.Image) Digest {
	d := Digest{
		ID: card.ID, Link: cmp.Or(card.Href, head.LinkIn(i18n.Fallback)), Title: c.addresses.Text(card.Title),
		Published: head.Date.UTC(), Changed: head.Modified.UTC(), Image: featured,
	}
	if d.Image == nil && len(gallery) > 0 {
		d.Image = &gallery[0]
	}
	price := strings.TrimSpace(card.Price.Text + " " + card.Price.Mode)
	if card.Price.Previous != "" {
		price += " (" + card.Price.Previous + ")"
	}
	facts := make([]string, len(card.Facts))
	for i, fact := range card.Facts {
		facts[i] = fact.Label + ": " + fact.Value
	}
	for _, line := range []string{card.Place, price, strings.Join(facts, " · ")} {
		if line != "" {
			d.Lines = append(d.Lines, c.addresses.Text(line))
		}
	}
	return d
}
