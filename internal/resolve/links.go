package resolve

import (
	"strings"

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
	return entityLink == route || entityLink != "" && strings.EqualFold(link.Normalize(entityLink), route)
}
