package cdn

import "strconv"

// KeySite is the surrogate key of every public response: its purge empties the cache.
const KeySite = "site"

// KeyRedirects is the surrogate key of redirects.
const KeyRedirects = "redirects"

// EntityKey is the surrogate key of all responses that show the entity of a type with an id.
func EntityKey[T ~string](entityType T, id int) string {
	return string(entityType) + "-" + strconv.Itoa(id)
}

// ListKey is the surrogate key of all responses that list entities of a type, chosen by a search or
// by date: a new entity may appear in any of them.
func ListKey[T ~string](entityType T) string { return "list-" + string(entityType) }
