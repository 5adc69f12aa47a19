package redirect

import (
	"strings"

	"estate/internal/content"
	"estate/internal/link"
)

// Location is what a redirect puts into the answer to a request (routing
// routing §9.5). Outside the site the target stands as it came. Inside, only
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
	request, _, _ = strings.Cut(request, "#")
	_, asked, _ := strings.Cut(request, "?")
	if pieces := merged(query, asked); len(pieces) > 0 {
		path += "?" + strings.Join(pieces, "&")
	}
	if hashed {
		path += "#" + hash
	}
	return path
}

// merged is the target's query as it stands, then the pairs of the request whose
// keys it lacks. Of a repeated key the last wins and a bare one gains its '=',
// as in the link that the request means (routing §1.2, §1.5).
func merged(target, request string) []string {
	var pieces []string
	at := map[string]int{} // of the target's keys -1
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
