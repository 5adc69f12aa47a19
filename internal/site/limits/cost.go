package limits

import (
	"net/http"
	"net/url"
	"strings"

	"estate/internal/content/search"
	"estate/internal/platform/httpheader"
)

// Cost is what a request costs, in tokens: about 2 ms of a processor each.
type Cost int

// Costs. What is cached costs nothing.
const (
	Page   Cost = 1  // an uncached page, the View of one, a map, suggestions
	Upload Cost = 10 // an address of the CMS's media library, which the CMS is asked for
	// Rendition is the cost of a picture that nobody has seen in this width: a page has dozens.
	Rendition Cost = 2

	costREST    Cost = 2
	costEmbed   Cost = 10 // a REST list with its embedded entities
	costText    Cost = 10 // a text search puts all that it finds in order
	costArea    Cost = 5  // a drawn area is compared with the positions of homes
	costSitemap Cost = 5
	// costPlainSitemap is that of megabytes without compression; no crawler asks for them.
	costPlainSitemap Cost = 20

	// slowCost is the cost from which requests share half of the processors: no page waits for those that
	// search texts or areas.
	slowCost = costSitemap
)

// OfPage is the cost of an uncached page, its View, map or suggestions.
func OfPage(r *http.Request) Cost { return ofSearch(r, search.KeySearch, Page) }

// OfREST is the cost of a request to the REST API.
func OfREST(r *http.Request) Cost {
	if has(r, "_embed") {
		return max(costEmbed, ofSearch(r, "search", costREST))
	}
	return ofSearch(r, "search", costREST)
}

// ofSearch is the cost of a request whose text is in the key text, else that of the plain one.
func ofSearch(r *http.Request, text string, plain Cost) Cost {
	switch {
	case has(r, text):
		return costText
	case has(r, search.KeyArea):
		return costArea
	}
	return plain
}

// has reports whether a reader of a query may find a key in it: escaped, as a list, after spaces, or in a name
// that cannot be decoded.
func has(r *http.Request, key string) bool {
	for pair := range strings.FieldsFuncSeq(r.URL.RawQuery, func(c rune) bool { return c == '&' || c == ';' }) {
		escaped, _, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(escaped)
		name, _, _ = strings.Cut(strings.TrimSpace(name), "[")
		if err != nil || name == key {
			return true
		}
	}
	return false
}

// OfSitemap is the cost of a file of the sitemap that is not cached, or that must be uncompressed
// for this client.
func OfSitemap(r *http.Request) Cost {
	if accept := httpheader.ParseAcceptEncoding(r.Header.Get("Accept-Encoding")); !accept.Prefers(accept.Gzip) {
		return costPlainSitemap
	}
	return costSitemap
}
