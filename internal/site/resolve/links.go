package resolve

import (
	"strings"
	"unicode/utf8"

	"estate/internal/content/link"
)

// normal is a link in normal form, with the text that is its key.
func normal(l link.Link) (link.Link, string) {
	key := l.String()
	return parse(key), key
}

// parse parses a link of the content. Text that is no link becomes the root.
func parse(raw string) link.Link {
	l, _ := link.Parse(raw)
	return l
}

// keyOf is the key of a link of the content. Most of these links are in normal form
// already, which isNormalPath finds without parsing.
func keyOf(raw string) string {
	if isNormalPath(raw) {
		return raw
	}
	_, key := normal(parse(raw))
	return key
}

// isNormalPath reports a path that is its own normal form: lower-case letters, digits
// and hyphens between single slashes, without page number. It may report false for
// other normal forms.
func isNormalPath(path string) bool {
	if len(path) > maxNormalPath || !strings.HasPrefix(path, "/") || !strings.HasSuffix(path, "/") {
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

// maxNormalPath is in bytes; links of editors are shorter.
const maxNormalPath = 200

// rootPath is the path of the roots without language prefix.
func rootPath(subdirectory string) string { return link.Join(subdirectory) }

// sameLink compares an entity's link with a route in normal form.
func sameLink(entityLink, route string) bool {
	return entityLink == route || entityLink != "" && strings.EqualFold(encoded(link.Normalize(entityLink)), encoded(route))
}

// encoded is a link in normal form with its path percent-encoded as browsers send it.
// A CMS may have letters outside ASCII in its links; both forms are the same path
// (routing §6.3). The query is unchanged.
func encoded(key string) string {
	end := strings.IndexAny(key, "?#")
	if end < 0 {
		end = len(key)
	}
	if strings.IndexFunc(key[:end], isNonASCII) < 0 {
		return key
	}
	return link.Escape(key[:end]) + key[end:]
}

func isNonASCII(r rune) bool { return r >= utf8.RuneSelf }
