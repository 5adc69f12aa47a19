package link

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// Request is the parsed address of a request (routing §1.5).
type Request struct {
	// Link is the link to resolve, in normal form: query re-encoded as a form,
	// without options and tracking keys.
	Link Link
	// Options are the reserved options by name, decoded ("sourceAuth").
	Options map[string]string
	// PassThrough are the options and tracking keys, encoded. They are kept on
	// redirects.
	PassThrough map[string]string
	// Normal reports that the address is in normal form. Differences that proxies
	// make (case of percent-escapes, another encoding of the same query) are
	// ignored.
	Normal bool
}

// Read parses the path and query of a request. Scheme and host before them are
// dropped.
func (r Rules) Read(raw string) (Request, error) {
	if err := checkText(raw); err != nil {
		l, _ := Parse("/")
		return Request{Link: l, Normal: true}, err
	}
	rest, hash := cutBefore(raw, '#')
	address, query := cutBefore(rest, '?')
	encoded := encodePath(address)
	l, err := Parse(encoded)
	printed := l.String()
	if err == nil {
		l, err = Parse(printed)
	}
	l.Hash = Escape(hash)
	req := Request{Link: l, Options: map[string]string{}, PassThrough: map[string]string{}}
	sorted := r.readQuery(&req, query)
	req.Normal = sorted && query != "?" && lowerEscapes(encoded) == printed
	return req, err
}

// readQuery adds every pair of the query to the request and reports whether the
// keys of the link were sorted and unique.
func (r Rules) readQuery(req *Request, query string) (sorted bool) {
	sorted = true
	last, seen := "", false
	for piece := range strings.SplitSeq(strings.TrimPrefix(query, "?"), "&") {
		rawKey, rawValue, _ := strings.Cut(piece, "=")
		key := decodeForm(rawKey)
		if key == "" {
			continue
		}
		value := decodeForm(rawValue)
		name := encodeForm(key)
		if r.IsPassThrough(key) {
			req.PassThrough[name] = encodeForm(value)
			if option, found := r.option(key); found {
				req.Options[option] = value
			}
			continue
		}
		sorted = sorted && (!seen || last < name)
		last, seen = name, true
		req.Link.Query[name] = encodeForm(value)
	}
	return sorted
}

func (r Rules) option(key string) (name string, found bool) {
	if !strings.HasPrefix(key, r.prefix()) {
		return "", false
	}
	name = r.optionName(key)
	return name, name != ""
}

// Merge is query with the pairs of other whose keys query lacks.
func Merge(query, other map[string]string) map[string]string {
	merged := maps.Clone(other)
	if merged == nil {
		merged = map[string]string{}
	}
	maps.Copy(merged, query)
	return merged
}

// fileEndings are the endings of paths that name a file. A missing file gets no
// redirect to the same path with a final slash.
var fileEndings = []string{
	".avif", ".css", ".eot", ".gif", ".gz", ".ico", ".jpeg", ".jpg", ".js", ".json", ".map", ".mjs", ".mp3",
	".mp4", ".pdf", ".png", ".rss", ".svg", ".ttf", ".txt", ".webm", ".webmanifest", ".webp", ".woff", ".woff2",
	".xml", ".zip",
}

// NamesFile reports whether the last segment of a path has the ending of a file.
func NamesFile(p string) bool {
	p, _ = cutBefore(p, '#')
	p, _ = cutBefore(p, '?')
	return slices.Contains(fileEndings, strings.ToLower(path.Ext(p)))
}
