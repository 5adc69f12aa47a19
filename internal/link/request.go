package link

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// Request is what the address of a request says (routing §1.5).
type Request struct {
	// Link is what is resolved, in normal form: query re-encoded as a form,
	// options and tracking keys taken off.
	Link Link
	// Options are the reserved options by name, decoded ("sourceAuth").
	Options map[string]string
	// Riding are the options and tracking keys as they stand in the address.
	// They follow the visitor through redirects.
	Riding map[string]string
	// Normal reports that the address is spelled in normal form. Differences
	// that proxies make (the case of percent-escapes, another encoding of the
	// same query) do not count.
	Normal bool
}

// Read takes the path and query of a request apart. Scheme and host may stand before it.
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
	req := Request{Link: l, Options: map[string]string{}, Riding: map[string]string{}}
	sorted := r.readQuery(&req, query)
	req.Normal = sorted && query != "?" && foldEscapes(encoded) == printed
	return req, err
}

// Split moves the keys that ride along out of a query into a second one.
func (r Rules) Split(query map[string]string) (own, riding map[string]string) {
	own, riding = map[string]string{}, map[string]string{}
	for key, value := range query {
		if r.Rides(key) {
			riding[key] = value
		} else {
			own[key] = value
		}
	}
	return own, riding
}

// readQuery files every pair of the query and reports whether the keys of the
// link stood in order, each once.
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
		if r.Rides(key) {
			req.Riding[name] = encodeForm(value)
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

// Merge is the query with the pairs of other that it lacks.
func Merge(query, other map[string]string) map[string]string {
	merged := maps.Clone(other)
	if merged == nil {
		merged = map[string]string{}
	}
	maps.Copy(merged, query)
	return merged
}

// fileEndings are endings of paths that name a file. A missing picture gets no
// redirect to its own name with a slash.
var fileEndings = []string{
	".avif", ".css", ".eot", ".gif", ".gz", ".ico", ".jpeg", ".jpg", ".js", ".json", ".map", ".mjs", ".mp3",
	".mp4", ".pdf", ".png", ".rss", ".svg", ".ttf", ".txt", ".webm", ".webmanifest", ".webp", ".woff", ".woff2",
	".xml", ".zip",
}

// NamesFile reports whether the last segment of a path reads like a file's name.
func NamesFile(p string) bool {
	p, _ = cutBefore(p, '#')
	p, _ = cutBefore(p, '?')
	return slices.Contains(fileEndings, strings.ToLower(path.Ext(p)))
}
