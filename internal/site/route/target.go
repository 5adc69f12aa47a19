package route

import (
	"estate/internal/content/link"
)

// Handler is the name of a row: one of the permalink table (routing §4), or that of a
// configured post type or taxonomy.
type Handler string

// Kind is the kind of a target; resolve has one handler for each.
type Kind int

// The kinds of target.
const (
	KindNone        Kind = iota // no row matches
	KindPostArchive             // "/" or the posts page
	KindTypeArchive             // /properties/, /developments/, a configured archive
	KindSingle                  // one entity by slug, looked up in several endpoints
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
	KindThanks  // /enquiry/thanks/, /enquiry/received/ and /enquiry/viewing/thanks/, the page after the form
	KindViewing // /enquiry/viewing/, the form that requests a viewing
	KindAlert   // /enquiry/alert/, the form that saves a search, and the pages after it
	KindTest    // /test/, in development only
)

// Target is the meaning of a link: a kind with its parameters.
type Target struct {
	Kind    Kind
	Handler Handler
	// Rewrite names the one rewrite that applied, "" when none did.
	Rewrite string
	// Params are the named captures, raw text.
	Params map[string]string
	// Endpoints are the REST endpoints of the look-ups, in order.
	Endpoints []string
	// Taxonomy is the taxonomy's name for KindTerm (tag, not post_tag).
	Taxonomy string
	// Slug is that of an entity, a term, a city or a listing page.
	Slug string
	// Link is the requested link.
	Link link.Link
}
