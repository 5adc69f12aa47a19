package compose

import (
	"estate/internal/content"
	"estate/internal/i18n"
)

// translated gives the links of a post or page per language, as far as they lead
// to something: of another language only what is published there.
func (d *draft) translated(head *content.Head, endpoint string) func(i18n.Lang) string {
	return func(lang i18n.Lang) string {
		link := head.LinkIn(lang)
		if link == "" || lang == d.lang || content.Leads(d.ctx, d.source, lang, endpoint, link) {
			return link
		}
		return ""
	}
}

// endpointOf is where entities of a type are asked for: configured types are
// asked under their own name.
func endpointOf(t content.Type, standard string) string {
	switch t {
	case content.TypePost, content.TypePage, "":
		return standard
	}
	return string(t)
}
