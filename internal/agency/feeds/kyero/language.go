package kyero

import (
	"slices"
	"strings"
	"unicode"

	"estate/internal/content/i18n"
)

// languageNames are names of languages that exporters write in place of a code.
var languageNames = map[string]i18n.Lang{
	"gb": i18n.LangEN, "us": i18n.LangEN, "eng": i18n.LangEN, "english": i18n.LangEN, "ingles": i18n.LangEN, "sp": i18n.LangES,
	"spa": i18n.LangES, "esp": i18n.LangES,
	"spanish": i18n.LangES, "espanol": i18n.LangES, "castellano": i18n.LangES, "ger": "de", "deu": "de", "german": "de", "aleman": "de",
	"french": "fr", "frances": "fr",
	"russian": "ru", "ruso": "ru",
}

// otherLanguages are the codes of Kyero's file that the site does not know.
var otherLanguages = []string{
	"bg", "ca", "cs", "da", "el", "et", "fi", "hi", "hu", "id", "it", "ja", "ko", "lt", "lv", "nl", "no", "nb", "pl", "pt", "ro", "sk", "sl",
	"sv", "th", "tr", "uk", "vi", "zh",
	"se", "dk", "cz", "ar", "he", "is", "eu", "gl", "cn", "jp", "dutch", "italian", "swedish", "norwegian", "danish", "polish", "portuguese",
	"finnish", "catalan",
}

// languageOf is the language of an element: "en", "en_GB", "es-ES", "english". "uk" is Ukrainian, and English
// of exporters that mean the country: sure is false then, so that a text of the language itself is preferred.
func languageOf(name, words string) (lang i18n.Lang, sure, known bool) {
	name = i18n.Fold(name)
	code, _, _ := strings.Cut(strings.ReplaceAll(name, "_", "-"), "-")
	isCyrillic := strings.ContainsFunc(words, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
	switch {
	case code == "uk" && !isCyrillic:
		return i18n.LangEN, false, true
	case slices.Contains(i18n.Declared, i18n.Lang(code)):
		return i18n.Lang(code), code == name, true
	case languageNames[code] != "":
		return languageNames[code], false, true
	}
	return i18n.Lang(code), true, slices.Contains(otherLanguages, code)
}
