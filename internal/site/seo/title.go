package seo

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
)

// Subject is the content that a title names. Its texts may have HTML entities.
type Subject struct {
	Title    string // of a post, page, property or development, in the language of the page
	Name     string // of a term or an author
	Taxonomy string // of a term
	City     string // whole title of a city page
}

// Title is the browser title of a route's record (specification §2.8;
// routing §14.1). It is plain text.
func Title(site string, lang i18n.Lang, data map[string]any, about Subject) string {
	site = sanitize.Decode(site)
	word := func(key string, pairs ...any) string {
		return i18n.Words.T(lang, "seo.title."+key, append(pairs, "site", site)...)
	}
	name, title := sanitize.Decode(about.Name), sanitize.Decode(about.Title)
	switch {
	case !flag(data, "isReady"):
		return word("loading")
	case flag(data, "is404") || flag(data, "isError") && text(data, "errorStatus") == "404":
		return word("notFound")
	case flag(data, "isError"):
		return site
	case about.City != "":
		return about.City
	case flag(data, "isTaxonomy") || flag(data, "isTerm"):
		taxonomy := about.Taxonomy
		if taxonomy == "" {
			taxonomy = text(data, "taxonomy")
		}
		return word("term", "taxonomy", TaxonomyWord(lang, taxonomy), "name", name)
	case flag(data, "isAuthor"):
		return word("author", "name", name)
	case flag(data, "isPostTypeArchive"):
		return word("archive", "type", TypeWord(lang, text(data, "type")))
	case title != "":
		return word("content", "title", title)
	}
	return site
}

// TaxonomyWord is the name of a taxonomy in the dictionary, else its own name with
// capital letters.
func TaxonomyWord(lang i18n.Lang, taxonomy string) string {
	return known(lang, "seo.taxonomies."+taxonomy, capitalised(taxonomy))
}

// TypeWord is the name of a post type in titles: "Properties", "New Development".
func TypeWord(lang i18n.Lang, kind string) string {
	return known(lang, "seo.types."+kind, capitalised(kind))
}

func known(lang i18n.Lang, key, otherwise string) string {
	if word := i18n.Words.T(lang, key); word != key {
		return word
	}
	return otherwise
}

// capitalised is an identifier in words: "new_development" → "New Development".
func capitalised(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
	for i, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(first)) + word[size:]
	}
	return strings.Join(words, " ")
}

func flag(data map[string]any, key string) bool {
	set, _ := data[key].(bool)
	return set
}
