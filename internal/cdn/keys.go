package cdn

import (
	"strconv"

	"estate/internal/content"
)

// KeySite is the surrogate key of every public response: its purge empties the cache.
const KeySite = "site"

// KeyRedirects is the surrogate key of redirects.
const KeyRedirects = "redirects"

// EntityKey is the surrogate key of all responses that show an entity.
func EntityKey(ref content.Ref) string { return string(ref.Type) + "-" + strconv.Itoa(ref.ID) }

// ListKey is the surrogate key of all responses that list entities of a type, chosen by a search or
// by date: a new entity may appear in any of them.
func ListKey(t content.Type) string { return "list-" + string(t) }
