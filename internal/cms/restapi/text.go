package restapi

import (
	"html"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// rendered is the form of fields that hold markup.
func rendered(markup string) object { return object{{"rendered", markup}} }

// protected is rendered for fields that a password may hide.
func protected(markup content.UnsafeHTML, hidden bool) object {
	return object{{"rendered", string(markup)}, {"protected", hidden}}
}

var titleEscaper = strings.NewReplacer("&", "&#038;", "<", "&lt;", ">", "&gt;")

// titled is a plain text as WordPress renders titles, with entities.
func titled(text string) object { return rendered(titleEscaper.Replace(text)) }

// named is the name of a term, which WordPress keeps escaped.
func named(text string) string { return html.EscapeString(text) }

// inLanguages puts a text once per language: name_en, name_es. With always, filled
// languages are put even when they are empty.
func inLanguages(o *object, name string, text i18n.Text, always bool) {
	for _, lang := range i18n.Declared {
		if text[lang] != "" || always && lang.IsFilled() {
			o.put(name+"_"+string(lang), text[lang])
		}
	}
}

// putText puts a text in the request's language and once per language.
func (c *call) putText(o *object, name string, text i18n.Text) {
	o.put(name, text.In(c.lang))
	inLanguages(o, name, text, false)
}

// putTime puts a time in the site's zone and in UTC, null for none.
func (c *call) putTime(o *object, name string, t time.Time) {
	if t.IsZero() {
		o.put(name, nil)
		o.put(name+"_gmt", nil)
		return
	}
	const form = "2006-01-02T15:04:05"
	o.put(name, t.In(c.cfg.Zone).Format(form))
	o.put(name+"_gmt", t.UTC().Format(form))
}

// orFalse is a list, or false for an empty one, as in ACF.
func orFalse[E any](list []E) any {
	if len(list) == 0 {
		return false
	}
	all := make([]any, len(list))
	for i, one := range list {
		all[i] = one
	}
	return all
}

// numbers is a list of ids that is never null.
func numbers(ids []int) []int {
	if ids == nil {
		return []int{}
	}
	return ids
}

// strs is a list of texts that is never null.
func strs[S ~string](list []S) []any {
	all := make([]any, len(list))
	for i, one := range list {
		all[i] = string(one)
	}
	return all
}
