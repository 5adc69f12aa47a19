package compose

import (
	"context"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

const (
	maxExcerpt      = 180  // characters of a post on its card
	maxExcerptBytes = 4000 // of markup that an excerpt is made from
	wordsPerMinute  = 220  // reading speed
)

// postBuilder makes cards and details of posts, and links to their terms.
type postBuilder struct {
	*localizer
	*converter
	lookups *lookups
	cards   *cardBuilder
}

// cardsOf are the cards of the entities of an archive. Entities without a link, or without a title and text, are left
// out.
func (b *postBuilder) cardsOf(ctx context.Context, entities []content.Entity) []view.PostCard {
	cards := make([]view.PostCard, 0, len(entities))
	for _, entity := range entities {
		if card := b.card(ctx, entity); card.Title != "" && card.Href != "" {
			cards = append(cards, card)
		}
	}
	return cards
}

func (b *postBuilder) card(ctx context.Context, entity content.Entity) view.PostCard {
	card := view.PostCard{Href: entity.LinkIn(b.lang), Minutes: 1}
	switch e := entity.(type) {
	case *content.Post:
		card.Title, card.Minutes = postTitle(e), readingMinutes(e.Content)
		card.Excerpt = excerpt(e.Excerpt, e.Content)
		card.Terms = b.terms(ctx, "category", e.Categories)
		card.Author = b.byline(ctx, e.Author)
		card.Picture = b.decoration(e.Featured)
	case *content.Page:
		card.Title, card.Minutes = plainTitle(e.Title), readingMinutes(e.Content)
		card.Excerpt = excerpt(e.Excerpt, e.Content)
		card.Picture = b.decoration(e.Featured)
	case *content.Property:
		card.Title, card.Excerpt = b.propertyTitle(e), b.typeAndPlace(e.Types, e.Placing)
		card.Picture = b.decoration(b.mainImage(e.Featured, e.Gallery))
	case *content.Development:
		card.Title, card.Excerpt = b.developmentTitle(e), b.typeAndPlace(e.Types, e.Placing)
		card.Picture = b.decoration(b.mainImage(e.Featured, e.Gallery))
	case *content.Media:
		card.Title, card.Excerpt = plain(e.Title.In(b.lang)), plain(e.Caption.In(b.lang))
		card.Picture = b.decoration(&e.Image)
	}
	if head := content.HeadOf(entity); head != nil {
		card.Date, card.ISODate = b.date(head.Date)
	}
	return card
}

// maxWordsAsTitle is in characters.
const maxWordsAsTitle = 60

// postTitle is the title of a post, else its first words: WordPress publishes posts without a title.
func postTitle(p *content.Post) string {
	if title := plainTitle(p.Title); title != "" || p.Protected {
		return title
	}
	return sanitize.Shorten(excerpt(p.Excerpt, p.Content), maxWordsAsTitle)
}

// excerpt is the editor's excerpt as plain text, else the beginning of the content.
func excerpt(own, text content.UnsafeHTML) string {
	short := sanitize.Excerpt(string(own))
	if short == "" {
		short = sanitize.Text(sanitize.Start(string(text), maxExcerptBytes))
	}
	return sanitize.Shorten(short, maxExcerpt)
}

func (b *postBuilder) byline(ctx context.Context, author int) *view.Anchor {
	person := b.lookups.author(ctx, "author", author)
	if person == nil {
		return nil
	}
	return &view.Anchor{Href: person.LinkIn(b.lang), Text: plain(person.Name)}
}

// section is the content of one post.
func (b *postBuilder) section(ctx context.Context, p *content.Post) *view.PostSection {
	section := &view.PostSection{
		Kind: view.SectionPost, HTML: b.html(p.Content),
		Minutes: readingMinutes(p.Content), Author: b.cards.agent(b.lookups.author(ctx, "agent", p.Author)),
		Terms: append(b.terms(ctx, "category", p.Categories), b.terms(ctx, "tag", p.Tags)...),
	}
	section.Date, section.ISODate = b.date(p.Date)
	section.Previous, section.Next = b.neighbours(ctx, p)
	return section
}

func readingMinutes(text content.UnsafeHTML) int {
	return max(1, (sanitize.Words(string(text))+wordsPerMinute-1)/wordsPerMinute)
}

// terms are links to the archives of the terms with these ids.
func (b *postBuilder) terms(ctx context.Context, taxonomy string, ids []int) []view.Anchor {
	if len(ids) == 0 {
		return nil
	}
	var links []view.Anchor
	for _, term := range b.lookups.terms(ctx, taxonomy) {
		if link := term.LinkIn(b.lang); link != "" && slices.Contains(ids, term.ID) {
			links = append(links, view.Anchor{Href: link, Text: plain(term.Name.In(b.lang))})
		}
	}
	return links
}

// allTerms are links to the archives of all categories, or of all tags, or both.
// The one that leads to route is the current one.
func (b *postBuilder) allTerms(ctx context.Context, categories, tags bool, route string) []view.Anchor {
	var links []view.Anchor
	for _, taxonomy := range []struct {
		name   string
		wanted bool
	}{{"category", categories}, {"tag", tags}} {
		if !taxonomy.wanted {
			continue
		}
		for _, term := range b.lookups.terms(ctx, taxonomy.name) {
			if href := term.LinkIn(b.lang); href != "" {
				links = append(links, view.Anchor{Href: href, Text: plain(term.Name.In(b.lang)), Current: isRoute(href, route)})
			}
		}
	}
	return links
}

// neighbours are the posts before and after p in time.
func (b *postBuilder) neighbours(ctx context.Context, p *content.Post) (previous, next *view.Anchor) {
	archive := func(q content.ArchiveQuery) *content.Archive {
		q.Endpoint, q.PerPage, q.Exclude = "posts", 1, []int{p.ID}
		archive, err := b.lookups.source.Archive(ctx, b.lang, q)
		if err != nil {
			b.lookups.failure(ctx, "neighbours", err)
			return nil
		}
		return archive
	}
	if earlier := archive(content.ArchiveQuery{Before: p.Date, Page: 1}); earlier != nil && len(earlier.Items) > 0 {
		previous = b.anchor(earlier.Items[0])
	}
	later := archive(content.ArchiveQuery{After: p.Date, Page: 1})
	if later != nil && later.TotalPages > 1 { // newest first: the neighbour is the last one
		later = archive(content.ArchiveQuery{After: p.Date, Page: later.TotalPages})
	}
	if later != nil && len(later.Items) > 0 { // a CMS may send more than one on a page
		next = b.anchor(later.Items[len(later.Items)-1])
	}
	return previous, next
}

func (b *postBuilder) anchor(entity content.Entity) *view.Anchor {
	post, ok := entity.(*content.Post)
	if !ok || post.LinkIn(b.lang) == "" {
		return nil
	}
	return &view.Anchor{Href: post.LinkIn(b.lang), Text: postTitle(post)}
}

// relatedProperties are properties of the place in the post's title, else the
// latest ones.
func (b *postBuilder) relatedProperties(ctx context.Context, p *content.Post) []*content.Property {
	latest := search.Filter{Kind: search.KindProperties, PerPage: similarLimit}
	place := b.placeIn(strings.ToLower(plainTitle(p.Title) + " " + p.Slug))
	if place == 0 {
		return b.lookups.properties(ctx, similarLimit, latest)
	}
	near := latest
	b.catalog.AddLocation(&near, place)
	return b.lookups.properties(ctx, similarLimit, near, latest)
}

// placeIn is the id of the place with the longest name in a lower-case text, 0 for none.
func (b *postBuilder) placeIn(text string) int {
	found, length := 0, 0
	for _, place := range b.catalog.Locations {
		name := strings.ToLower(place.Name.In(b.lang))
		if len(name) > max(3, length) && strings.Contains(text, name) {
			found, length = place.ID, len(name)
		}
	}
	return found
}
