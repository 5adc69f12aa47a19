package wordpress

import (
	"html"
	"strings"
)

// plain returns the rendered text without tags and with entities decoded.
func (n node) plain() string {
	text := n.rendered()
	if strings.ContainsAny(text, "<&") {
		text = html.UnescapeString(withoutTags(text))
	}
	return strings.TrimSpace(text)
}

// withoutTags removes tags. An unclosed tag removes the rest of the text.
func withoutTags(markup string) string {
	var b strings.Builder
	for i := 0; i < len(markup); i++ {
		if markup[i] != '<' || i+1 < len(markup) && !isTagStart(markup[i+1]) {
			b.WriteByte(markup[i])
			continue
		}
		end := strings.IndexByte(markup[i:], '>')
		if end < 0 {
			break
		}
		i += end
	}
	return b.String()
}

func isTagStart(c byte) bool {
	return c == '/' || c == '!' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
