package route

import (
	"estate/internal/link"
)

// Handler names what answers a target. The names are those of the
// permalink table (routing §4); configured post types and taxonomies add their own.
type Handler string

// Kind groups handlers by what resolve does with them.
type Kind int

// The kinds of target.
const (
	KindNone        Kind = iota // nothing takes the link
	KindPostArchive             // "/" or the posts page
	KindTypeArchive             // /properties/, /developments/, a configured archive
	KindSingle                  // one entity by slug, endpoints asked in turn
	KindByID                    // ?p=, ?page_id=, /archives/{id}/
	KindTerm                    // category, tag, any taxonomy
	KindAuthor
	KindDate
	KindPropertySearch    // /properties/
	KindDevelopmentSearch // /developments/, /search-developments/
	KindCity              // /cities/{city}/
	KindListing           // /for-sale/…, /venta/…
	KindFavorites
	KindHome    // the content page home or inicio
	KindEnquiry // /enquiry/, the form on a page of its own
	KindThanks  // /enquiry/thanks/, after it was sent
)

// Target is what a link means: a kind with its parameters.
type Target struct {
	Kind    Kind
	Handler Handler
	// Rewrite names the one rewrite that applied, "" when none did.
	Rewrite string
	// Params are the named captures, raw text.
	Params map[string]string
	// Endpoints are the REST endpoints to ask, in order.
	Endpoints []string
	// Taxonomy is the taxonomy's name for KindTerm (tag, not post_tag).
	Taxonomy string
	// Slug is what to look for: an entity's, a term's, a city's, a listing page's.
	Slug string
	// Link is the link as the visitor asked for it.
	Link link.Link
}
