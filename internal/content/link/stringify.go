package link

import (
	"strconv"
	"strings"
)

// Parts are the parts of a link to print. The zero value is the root.
type Parts struct {
	Route string
	Path  string // used when Route is empty
	Page  int    // printed only above 1
	Query map[string]string
	Hash  string
}

// Stringify prints parts as a link: path in lower case with a final slash, page
// segment, query sorted by key, hash. Query and hash keep their case.
func Stringify(p Parts) string {
	path := p.Route
	if path == "" {
		path = p.Path
	}
	if path == "" {
		path = "/"
	}
	path = withFinalSlash(path)
	if p.Page > 1 {
		path += "page/" + strconv.Itoa(p.Page) + "/"
	}
	path = lower(path)
	if len(p.Query) == 0 {
		return path + p.Hash
	}
	var b strings.Builder
	b.Grow(len(path) + querySize(p.Query) + len(p.Hash))
	b.WriteString(path)
	writeQuery(&b, p.Query)
	b.WriteString(p.Hash)
	return b.String()
}

// Join makes one path of pieces, with single slashes and one at each end.
func Join(pieces ...string) string {
	var b strings.Builder
	b.WriteByte('/')
	for _, piece := range pieces {
		for segment := range strings.SplitSeq(piece, "/") {
			if segment != "" {
				b.WriteString(segment)
				b.WriteByte('/')
			}
		}
	}
	return b.String()
}
