package i18n

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

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
