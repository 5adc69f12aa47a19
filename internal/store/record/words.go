package record

import (
	"strings"
	"unicode"
)

// Limits of the words of one text: PostgreSQL counts no positions beyond 16,383, and stores
// at most a megabyte.
const (
	maxWords     = 16_000
	maxWordBytes = 64
	maxTextBytes = 600_000
)

// SplitWords returns the words of a folded text as the text index compares them: runs of
// letters or of digits. "zr-1042p" has the words zr, 1042 and p, so the number of a reference
// is found alone.
func SplitWords(text string) []string {
	var words []string
	size := 0
	for text != "" && len(words) < maxWords {
		from := strings.IndexFunc(text, isWordRune)
		if from < 0 {
			break
		}
		text = text[from:]
		to := wordEnd(text)
		word := shortened(text[:to])
		if size += len(word); size > maxTextBytes {
			break
		}
		words = append(words, word)
		text = text[to:]
	}
	return words
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) }

// wordEnd is the length of the run of letters or digits at the beginning of a text.
func wordEnd(text string) int {
	isNumber := false
	for i, r := range text {
		if i == 0 {
			isNumber = unicode.IsNumber(r)
		}
		if !isWordRune(r) || unicode.IsNumber(r) != isNumber {
			return i
		}
	}
	return len(text)
}

// shortened is a word without what exceeds maxWordBytes.
func shortened(word string) string {
	if len(word) <= maxWordBytes {
		return word
	}
	return strings.ToValidUTF8(word[:maxWordBytes], "")
}
