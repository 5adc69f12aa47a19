package leads

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// replayWindow is how long an equal enquiry counts as the same one sent again: a
// double click, a page loaded anew, a retry after a lost answer.
const replayWindow = 24 * time.Hour

// fingerprint is the same for forms that say the same, however they are spaced
// or capitalised. Each part is led by its length, so that none can flow into the next.
func fingerprint(l *Lead) string {
	h := sha256.New()
	for _, part := range []string{
		string(l.Kind), l.Page, folded(l.Reference), folded(l.Name), folded(l.Mail), digits(l.Phone), folded(l.Message),
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

func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
