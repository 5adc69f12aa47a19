package leads

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// replayWindow is how long an equal enquiry counts as the same one: a double click, a page
// that was reloaded, a retry after a lost response.
const replayWindow = 24 * time.Hour

// fingerprint is a hash of an enquiry that ignores white space and case. The length of each
// part precedes it, so that different parts never give the same input.
func fingerprint(l *Lead) string {
	h := sha256.New()
	for _, part := range []string{
		string(l.Kind), l.Page, fold(l.Reference), fold(l.Name), fold(l.Mail), digits(l.Phone), fold(l.Message),
	} {
		var size [4]byte
		for i := range size {
			size[i] = byte(len(part) >> (8 * i))
		}
		h.Write(size[:])
		h.Write([]byte(part))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func fold(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
