package sanitize

import (
	"net/url"
	"path"
	"strconv"
	"strings"

	xhtml "golang.org/x/net/html"
)

// maxEmojiRunes is the maximum number of code points of one emoji.
const maxEmojiRunes = 12

// emoji returns the character that a picture of WordPress or Twitter stands for; false for any other
// picture.
func emoji(node *xhtml.Node, src string) (string, bool) {
	address, _, _ := strings.Cut(src, "?")
	if !hasClass(node, "wp-smiley") && !hasClass(node, "emoji") && !strings.Contains(address, "/images/core/emoji/") &&
		!strings.Contains(address, "/wp-includes/images/smilies/") && !strings.Contains(address, "twemoji") {
		return "", false
	}
	if alt := strings.TrimSpace(attr(node, "alt")); alt != "" {
		return alt, true
	}
	var b strings.Builder
	file := strings.TrimSuffix(path.Base(address), path.Ext(address))
	for i, code := range strings.Split(file, "-") {
		n, err := strconv.ParseInt(code, 16, 32)
		if err != nil || n < 0x20 || i == maxEmojiRunes {
			return "", true
		}
		b.WriteRune(rune(n))
	}
	return b.String(), true
}

// isGravatar reports that an address is the portrait of a person at a third party.
func isGravatar(src string) bool {
	u, err := url.Parse(src)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	return host == "gravatar.com" || strings.HasSuffix(host, ".gravatar.com")
}
