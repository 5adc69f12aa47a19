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

// rootPath is the path of the roots, without language.
func rootPath(subdirectory string) string { return link.Join(subdirectory) }

// sameLink compares an entity's link with a route in normal form.
func sameLink(entityLink, route string) bool {
	return entityLink == route || entityLink != "" && strings.EqualFold(link.Normalize(entityLink), route)
}
