package resolve

import (
	"strings"
	"unicode/utf8"

	"estate/internal/link"
)

// normal is a link in normal form, with the text that is its key.
func normal(l link.Link) (link.Link, string) {
	key := l.String()
	return parse(key), key
}

// parse reads a link that content brought along. What cannot be a link has an
// empty route and meets nothing.
func parse(raw string) link.Link {
	l, _ := link.Parse(raw)
	return l
}

// keyOf is the key of a link that content brought along. Most are in normal form,
// and that is seen without taking them apart.
func keyOf(raw string) string {
	if isPlain(raw) {
		return raw
	}
	_, key := normal(parse(raw))
	return key
}

// isPlain tells a path that is its own normal form: small letters, digits and
// hyphens between single slashes, and no page number.
func isPlain(path string) bool {
	if len(path) > longestPlain || !strings.HasPrefix(path, "/") || !strings.HasSuffix(path, "/") {
		return false
	}
	for i := range len(path) {
		switch c := path[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-':
		case c == '/' && (i == 0 || path[i-1] != '/'):
		default:
			return false
		}
	}
	return !strings.Contains(path, "/page/")
}

// longestPlain is longer than the links that editors write.
const longestPlain = 200

// rootPath is the path of the roots, without language.
func rootPath(subdirectory string) string { return link.Join(subdirectory) }

// sameLink compares an entity's link with a route in normal form.
func sameLink(entityLink, route string) bool {
	return entityLink == route || entityLink != "" && strings.EqualFold(spelt(link.Normalize(entityLink)), spelt(route))
}

// spelt is a link in normal form with the path spelt as browsers send it: some
// content systems write letters beyond ASCII into their links as they are, and
// both spellings are one path (routing §6.3). The query is never touched.
func spelt(key string) string {
	end := strings.IndexAny(key, "?#")
	if end < 0 {
		end = len(key)
	}
	if strings.IndexFunc(key[:end], isBeyondASCII) < 0 {
		return key
	}
	return link.Escape(key[:end]) + key[end:]
}

func isBeyondASCII(r rune) bool { return r >= utf8.RuneSelf }
