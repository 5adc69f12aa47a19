package leads

import (
	"strings"
	"time"
)

// replayWindow is how long an equal enquiry counts as the same one: a double click, a page
// that was reloaded, a retry after a lost response.
const replayWindow = 24 * time.Hour

// fingerprint is a hash of an enquiry that ignores white space and case.
func fingerprint(l *Lead) string {
	parts := []string{string(l.Kind), l.Page, fold(l.Reference), fold(l.Name), fold(l.Mail), Digits(l.Phone), fold(l.Message)}
	if l.Viewing != nil {
		parts = append(parts, l.Viewing.summary())
	}
	return hashParts(parts...)[:32]
}

func fold(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// Digits are the digits of a telephone number.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
