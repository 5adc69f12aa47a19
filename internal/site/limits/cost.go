package limits

import (
	"net/http"
	"net/url"

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
	costSitemap Cost = 5
	// costPlainSitemap is that of megabytes without compression; no crawler asks for them.
	costPlainSitemap Cost = 20

	// slowCost is the cost from which requests share half of the slots: no page waits for those that
	// search texts.
	slowCost = costSitemap
)

// OfPage is the cost of an uncached page. A query that cannot be read may be a text search.
func OfPage(r *http.Request) Cost {
	if query, err := url.ParseQuery(r.URL.RawQuery); err != nil || query.Has("s") {
		return costText
	}
	return Page
}

// OfREST is the cost of a request to the REST API.
func OfREST(r *http.Request) Cost {
	switch query, err := url.ParseQuery(r.URL.RawQuery); {
	case err != nil || query.Has("search"):
		return costText
	case query.Has("_embed"):
		return costEmbed
	}
	return costREST
}

// OfSitemap is the cost of a file of the sitemap that is not cached, or that must be uncompressed
// for this client.
func OfSitemap(r *http.Request) Cost {
	if accept := httpheader.ParseAcceptEncoding(r.Header.Get("Accept-Encoding")); !accept.Prefers(accept.Gzip) {
		return costPlainSitemap
	}
	return costSitemap
}
