package i18n

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Slug returns text as the last segment of a link: in lower case, without accents, its words joined by hyphens.
func Slug(text string) string {
	var b strings.Builder
	for _, r := range Fold(text) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// Fold returns text in the form in which searches and slugs compare it: lower
// case, without accents, white space as single spaces, none at the ends. Invalid
// UTF-8 and zero bytes are dropped.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	space := false
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(text, "")) {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case unicode.IsSpace(r) || r == 0:
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
