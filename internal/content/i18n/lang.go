package i18n

// Lang is a language code, as in paths, dictionaries and hreflang.
type Lang string

// The five declared languages (specification §1.7). Only filled ones have a
// prefix, an entry in the switcher and hreflang links.
const (
	LangEN Lang = "en"
	LangES Lang = "es"
	LangRU Lang = "ru"
	LangFR Lang = "fr"
	LangDE Lang = "de"
)

// Fallback is the language of texts that another language lacks.
const Fallback = LangEN

// Declared lists all declared languages in the order of the switcher.
var Declared = []Lang{LangEN, LangES, LangRU, LangFR, LangDE}

// Filled lists the languages with content in the order of the switcher.
var Filled = []Lang{LangEN, LangES}

// IsFilled reports whether l has content and a dictionary.
func (l Lang) IsFilled() bool {
	for _, filled := range Filled {
		if l == filled {
			return true
		}
	}
	return false
}

// Prefix is the path prefix of l without final slash: "" for the fallback, "/es" for
// Spanish.
func (l Lang) Prefix() string {
	if l == Fallback {
		return ""
	}
	return "/" + string(l)
}

// Text is one text in several languages.
type Text map[Lang]string

// In is the text in l, else in the fallback language, else "".
func (t Text) In(l Lang) string {
	if s := t[l]; s != "" {
		return s
	}
	return t[Fallback]
}
