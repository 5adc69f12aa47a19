package compose

import (
	"estate/internal/content"
	"estate/internal/i18n"
)

// translated gives the links of a post or page per language, of another language
// only what is published.
func (d *draft) translated(head *content.Head) func(i18n.Lang) string {
	links := content.Translations(d.ctx, d.source, head)
	return func(lang i18n.Lang) string { return links[lang] }
}
