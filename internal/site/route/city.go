package route

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"estate/internal/content/i18n"
)

// CityTitle is the title of a city page without a known place: the words of the slug with capital letters
// (specification §2.2.4).
func CityTitle(lang i18n.Lang, slug string) string {
	return PlaceTitle(lang, CityName(slug))
}

// PlaceTitle is the title of a city page with the place's own name (routing D19).
func PlaceTitle(lang i18n.Lang, name string) string {
	return i18n.Words.T(lang, "listing.cityTitle", "city", name)
}

// CityName is the words of a city's slug: "puerto-banus" → "Puerto Banus".
func CityName(slug string) string {
	if decoded, err := url.PathUnescape(slug); err == nil && utf8.ValidString(decoded) {
		slug = decoded
	}
	words := strings.Fields(strings.ReplaceAll(slug, "-", " "))
	for i, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(first)) + word[size:]
	}
	return strings.Join(words, " ")
}
