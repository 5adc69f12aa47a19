package sentence

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold lower-cases text and removes diacritics, so that "Málaga" equals "malaga".
func fold(text string) string {
	var folded strings.Builder
	folded.Grow(len(text))
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == '²':
			folded.WriteByte('2')
		case r == '’' || r == '‘' || r == '´' || r == '`':
			folded.WriteByte('\'')
		case r == '\u00a0' || r == '\u202f':
			folded.WriteByte(' ')
		default:
			folded.WriteRune(unicode.ToLower(r))
		}
	}
	return folded.String()
}

// foldedOffsets returns for every byte of fold(text), and for its end, the offset in text.
func foldedOffsets(text string) []int {
	offsets := make([]int, 0, len(text)+1)
	for at, r := range text {
		for range len(fold(string(r))) {
			offsets = append(offsets, at)
		}
	}
	return append(offsets, len(text))
}
