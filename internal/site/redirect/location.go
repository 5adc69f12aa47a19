package redirect

import (
	"strings"

	"estate/internal/content"
	"estate/internal/content/link"
)

// Location is the Location header of a redirect (routing §9.5). A target outside
// the site is unchanged. Of a target inside the site only path, query and hash are
// kept; query keys of the request that it lacks are added.
func Location(r content.Redirect, request string) string {
	if r.External {
		return r.Location
	}
	target, hash, hashed := strings.Cut(link.CutOrigin(r.Location), "#")
	path, query, _ := strings.Cut(target, "?")
	path = "/" + strings.TrimLeft(path, `/\`) // two slashes would begin another host
	request, _, _ = strings.Cut(request, "#")
	_, requestQuery, _ := strings.Cut(request, "?")
	if pieces := merged(query, requestQuery); len(pieces) > 0 {
		path += "?" + strings.Join(pieces, "&")
	}
	if hashed {
		path += "#" + hash
	}
	return path
}

// merged are the pairs of the target's query, unchanged, then the pairs of the
// request whose keys it lacks. The last of a repeated key wins and a key without
// '=' gets one, as in a parsed link (routing §1.2, §1.5).
func merged(target, request string) []string {
	var pieces []string
	at := map[string]int{} // index in pieces; -1 for a key of the target
	for piece := range strings.SplitSeq(target, "&") {
		if key, _, _ := strings.Cut(piece, "="); piece != "" {
			pieces, at[key] = append(pieces, piece), -1
		}
	}
	for piece := range strings.SplitSeq(request, "&") {
		if piece == "" {
			continue
		}
		key, value, _ := strings.Cut(piece, "=")
		switch i, known := at[key]; {
		case !known:
			pieces, at[key] = append(pieces, key+"="+value), len(pieces)
		case i >= 0:
			pieces[i] = key + "=" + value
		}
	}
	return pieces
}
