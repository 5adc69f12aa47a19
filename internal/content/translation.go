package content

import (
	"context"
	"path"

	"estate/internal/content/i18n"
)

// Translations returns the site links of an entity per filled language, its own
// included. An entity in one language names its translations itself, and one of
// them may be a draft: each is looked up at source and left out when it is not
// published. When the look-up fails, the translation is kept.
func Translations(ctx context.Context, source Source, head *Head) map[i18n.Lang]string {
	links := map[i18n.Lang]string{}
	for _, lang := range i18n.Filled {
		link := head.LinkIn(lang)
		if link == "" {
			continue
		}
		own := head.Lang == "" || head.Lang == lang
		if own || isPublished(ctx, source, lang, head.Type.Endpoint(), link) {
			links[lang] = link
		}
	}
	return links
}

// isPublished reports whether endpoint publishes an entity at link in lang; true
// when the source fails.
func isPublished(ctx context.Context, source Source, lang i18n.Lang, endpoint, link string) bool {
	at := path.Clean(link)
	if at == path.Clean(lang.Prefix()+"/") {
		return true // the home page: its link does not hold its slug
	}
	entities, err := source.BySlug(ctx, lang, endpoint, path.Base(at))
	if err != nil {
		return true
	}
	for _, entity := range entities {
		if entity.LinkIn(lang) == link {
			return true
		}
	}
	return false
}
