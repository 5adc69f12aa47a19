package replica

import (
	"context"
	"maps"
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/wordpress"
)

// fillWords asks the other languages for homes that have no words there yet: a
// CMS without the agency's plugin tells one language at a time.
func (r *Replica) fillWords(ctx context.Context, k kind, found []wordpress.FetchedEntity) error {
	for _, lang := range r.langs {
		lacking := map[int]content.Entity{}
		for _, one := range found {
			if title := titleOf(one.Entity); title != nil && (*title)[lang] == "" {
				lacking[one.Ref().ID] = one.Entity
			}
		}
		if len(lacking) == 0 {
			continue
		}
		taken, _, err := r.cms.FetchByIDs(ctx, lang, k.endpoint, slices.Sorted(maps.Keys(lacking)))
		if err != nil {
			return err
		}
		for _, other := range taken {
			fill(lacking[other.Ref().ID], other.Entity)
		}
	}
	return nil
}

func titleOf(entity content.Entity) *i18n.Text {
	switch e := entity.(type) {
	case *content.Property:
		return &e.Title
	case *content.Development:
		return &e.Title
	}
	return nil
}

// fill gives a home the words and links that another language's answer has.
func fill(into, from content.Entity) {
	switch a := into.(type) {
	case *content.Property:
		b, ok := from.(*content.Property)
		if !ok {
			return
		}
		a.Title, a.Subtitle = joined(a.Title, b.Title), joined(a.Subtitle, b.Subtitle)
		a.Description, a.Price.Note = joined(a.Description, b.Description), joined(a.Price.Note, b.Price.Note)
		fillLinks(&a.Head, &b.Head)
	case *content.Development:
		b, ok := from.(*content.Development)
		if !ok {
			return
		}
		a.Title, a.Subtitle = joined(a.Title, b.Title), joined(a.Subtitle, b.Subtitle)
		a.Description, a.Delivery = joined(a.Description, b.Description), joined(a.Delivery, b.Delivery)
		fillLinks(&a.Head, &b.Head)
	}
}

// fillLinks learns a link that differs by more than its language's prefix.
func fillLinks(into, from *content.Head) {
	for _, lang := range i18n.Filled {
		link := from.AlternativeLinks[lang]
		if link == "" || link == into.LinkIn(lang) {
			continue
		}
		if into.AlternativeLinks == nil {
			into.AlternativeLinks = map[i18n.Lang]string{i18n.Fallback: into.Link}
		}
		if into.AlternativeLinks[lang] == "" {
			into.AlternativeLinks[lang] = link
		}
	}
}
