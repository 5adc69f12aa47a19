package redirect

import (
	"strings"

	"estate/internal/content"
	"estate/internal/link"
)

// Location is what a redirect puts into the answer to a request (routing
// contract §9.5). Outside the site the target stands as it came. Inside, only
// its path, query and hash do, with every key of the request's query it lacks.
func Location(r content.Redirect, request string) string {
	if r.External {
		return r.Location
	}
	target, hash, hashed := strings.Cut(link.CutOrigin(r.Location), "#")
	path, query, _ := strings.Cut(target, "?")
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	pieces, known := []string{}, map[string]bool{}
	add := func(piece string, always bool) {
		key, _, _ := strings.Cut(piece, "=")
		if piece != "" && (always || !known[key]) {
			pieces, known[key] = append(pieces, piece), true
		}
	}
	for piece := range strings.SplitSeq(query, "&") {
		add(piece, true)
	}
	request, _, _ = strings.Cut(request, "#")
	_, asked, _ := strings.Cut(request, "?")
	for piece := range strings.SplitSeq(asked, "&") {
		add(piece, false)
	}
	if len(pieces) > 0 {
		path += "?" + strings.Join(pieces, "&")
	}
	if hashed {
		path += "#" + hash
	}
	return path
}
