package shareddict

import (
	"net/http"
	"path"
	"regexp"
	"strings"
)

// Headers of RFC 9842.
const (
	availableHeader = "Available-Dictionary"
	useHeader       = "Use-As-Dictionary"
)

// varyDictionary is the Vary header of responses to clients with dictionaries.
var varyDictionary = []string{"Accept-Encoding, Available-Dictionary"}

// Of returns the dictionary of a request: one that the client has and accepts, and that the
// Library holds. It also sets Vary for a client with dictionaries: the same request without one
// has another response.
func (l *Library) Of(w http.ResponseWriter, r *http.Request) (*Dictionary, bool) {
	if !l.AcceptedBy(r) {
		return nil, false
	}
	w.Header()["Vary"] = varyDictionary
	available := r.Header.Get(availableHeader)
	if available == "" {
		return nil, false
	}
	return l.Lookup(available)
}

// AcceptedBy reports whether the client of a request accepts this compression.
func (l *Library) AcceptedBy(r *http.Request) bool {
	return l != nil && strings.Contains(r.Header.Get("Accept-Encoding"), Encoding)
}

// hashedName is the name of a file of the client build: Vite adds a hash of eight characters.
var hashedName = regexp.MustCompile(`^([A-Za-z0-9_.-]+-)[A-Za-z0-9_-]{8}(\.js|\.css)$`)

// OfferAsset tells the browser to use a file as the dictionary of the same file of later builds.
func (l *Library) OfferAsset(h http.Header, name string, size int) {
	if l == nil || size < minAsset || !IsAsset(name) {
		return
	}
	if parts := hashedName.FindStringSubmatch(path.Base(name)); parts != nil {
		h[useHeader] = []string{`match="/` + assetsDir + "/" + parts[1] + "*" + parts[2] + `"`}
	}
}

// OfferSample tells the browser to use a sample as the dictionary of documents and Views whose
// address begins with a prefix: "" for all, or that of a language.
func OfferSample(h http.Header, prefix string) {
	match := "/*"
	if prefix != "" {
		match = "/*" + strings.Trim(prefix, "/") + "/*" // below /_view too; a longer pattern wins
	}
	h[useHeader] = []string{`match="` + match + `", match-dest=("document" "")`}
}
