package replica

import (
	"maps"
	"slices"

	"estate/internal/content"
)

// postType is a WordPress post type that the replica copies.
type postType struct {
	endpoint string // REST base
	typ      content.Type
	// multilingual entities carry all languages; the others have one language each.
	multilingual bool
}

type postTypes []postType

// postTypes returns all post types in the order in which they are compared: pages first,
// because visitors need them most.
func (c Config) postTypes() postTypes {
	all := postTypes{
		{"pages", content.TypePage, false},
		{"properties", content.TypeProperty, true},
		{"developments", content.TypeDevelopment, true},
		{"posts", content.TypePost, false},
	}
	for _, endpoint := range slices.Sorted(maps.Keys(c.PostTypes)) {
		all = append(all, postType{endpoint, c.PostTypes[endpoint], false})
	}
	return append(all, postType{"media", content.TypeAttachment, true})
}

// find returns the post type of an endpoint.
func (p postTypes) find(endpoint string) (postType, bool) {
	at := slices.IndexFunc(p, func(t postType) bool { return t.endpoint == endpoint })
	if at < 0 {
		return postType{}, false
	}
	return p[at], true
}
