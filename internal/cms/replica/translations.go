package replica

import (
	"context"
	"maps"
	"slices"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// fetchTranslations completes properties and developments that lack texts of a language. A
// CMS without the agency's plugin returns one language per request.
func fetchTranslations(ctx context.Context, cms *cms, t postType, fetched []wordpress.FetchedEntity) error {
	for _, lang := range cms.languages() {
		incomplete := map[int]content.Entity{}
		for _, entity := range fetched {
			if title := titleOf(entity.Entity); title != nil && (*title)[lang] == "" {
				incomplete[entity.Ref().ID] = entity.Entity
			}
		}
		if len(incomplete) == 0 {
			continue
		}
		translated, _, err := cms.FetchByIDs(ctx, lang, t.endpoint, slices.Sorted(maps.Keys(incomplete)))
		if err != nil {
			return err
		}
		for _, translation := range translated {
			mergeTranslation(incomplete[translation.Ref().ID], translation.Entity)
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

// mergeTranslation adds the texts and links that only from has to into.
func mergeTranslation(into, from content.Entity) {
	switch a := into.(type) {
	case *content.Property:
		b, ok := from.(*content.Property)
		if !ok {
			return
		}
		a.Title, a.Subtitle = mergeTexts(a.Title, b.Title), mergeTexts(a.Subtitle, b.Subtitle)
		a.Description, a.Price.Note = mergeTexts(a.Description, b.Description), mergeTexts(a.Price.Note, b.Price.Note)
		mergeLinks(&a.Head, &b.Head)
	case *content.Development:
		b, ok := from.(*content.Development)
		if !ok {
			return
		}
		a.Title, a.Subtitle = mergeTexts(a.Title, b.Title), mergeTexts(a.Subtitle, b.Subtitle)
		a.Description, a.Delivery = mergeTexts(a.Description, b.Description), mergeTexts(a.Delivery, b.Delivery)
		mergeLinks(&a.Head, &b.Head)
	}
}

// mergeTexts returns the texts of both; the first wins.
func mergeTexts(texts, more i18n.Text) i18n.Text {
	if len(more) == 0 {
		return texts
	}
	all := maps.Clone(more)
	maps.Copy(all, texts)
	return all
}

// mergeLinks adds the links that differ by more than the prefix of their language.
func mergeLinks(into, from *content.Head) {
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
