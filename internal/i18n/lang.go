package i18n

// Lang is a language code as it stands in the path, the dictionaries and hreflang.
type Lang string

// The five declared languages (specification §1.7). Only filled ones get a
// prefix, a switcher entry and hreflang.
const (
	LangEN Lang = "en"
	LangES Lang = "es"
	LangRU Lang = "ru"
	LangFR Lang = "fr"
	LangDE Lang = "de"
)

// Fallback is used wherever a language lacks a word or a text.
const Fallback = LangEN

// Declared lists every language the site knows of, in switcher order.
var Declared = []Lang{LangEN, LangES, LangRU, LangFR, LangDE}

// Filled lists the languages that carry content, in switcher order.
var Filled = []Lang{LangEN, LangES}

// IsFilled reports whether content and words exist in l.
func (l Lang) IsFilled() bool {
	for _, filled := range Filled {
		if l == filled {
			return true
		}
	}
	return false
}

// Prefix is the language's path prefix without a final slash: "" for the
// fallback, "/es" for Spanish.
func (l Lang) Prefix() string {
	if l == Fallback {
		return ""
	}
	return "/" + string(l)
}

// Text is one text in several languages.
type Text map[Lang]string

// In returns the text in l, else in the fallback language, else "".
func (t Text) In(l Lang) string {
	if s := t[l]; s != "" {
		return s
	}
	return t[Fallback]
}
