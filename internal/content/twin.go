package content

import (
	"context"
	"path"

	"estate/internal/i18n"
)

// Leads reports whether endpoint publishes something at link in lang. Content
// names its translations itself, and a translation may still be a draft. A
// source that does not answer is believed to have it.
func Leads(ctx context.Context, source Source, lang i18n.Lang, endpoint, link string) bool {
	at := path.Clean(link)
	if at == path.Clean(lang.Prefix()+"/") {
		return true // the home page, whose slug no link tells
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
