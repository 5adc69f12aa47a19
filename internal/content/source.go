package content

import (
	"context"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Source answers look-ups of the agency's content in one language. The embedded
// store and the client of a remote WordPress implement it; contenttest.Run holds
// both to the same behaviour.
//
// Errors, for every method:
//   - A list without entries is empty, not an error.
//   - A look-up of one thing that does not exist fails with an error that
//     IsNotFound reports; the value beside it is zero.
//   - A source that answers with an HTTP status from 400 on gives an *Error with
//     that status. A source that does not answer gives an error that wraps
//     ErrUnreachable. Anything else is a bug.
//
// The comment of a method names only what is special to it.
type Source interface {
	// BySlug returns what endpoint publishes under slug. Page slugs are not
	// unique, so there may be several; the caller compares links.
	BySlug(ctx context.Context, lang i18n.Lang, endpoint, slug string) ([]Entity, error)
	// ByID returns one entity of endpoint. Without a credential that opens it an
	// unpublished entity is an *Error with status 401, an unknown id one with 404.
	ByID(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth Credential) (Entity, error)
	// Revision returns the newest revision of an entity, ErrNoRevision when it has
	// none. An unknown entity is an *Error with status 404, a credential that does
	// not open revisions one with 401 or 403.
	Revision(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth Credential) (*Revision, error)
	// Archive returns one page of an endpoint's entities, newest first.
	// A page past the last one has no items.
	Archive(ctx context.Context, lang i18n.Lang, q ArchiveQuery) (*Archive, error)

	// Properties returns one page of the properties that pass f.
	Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*Listing[*Property], error)
	// Developments returns one page of the developments that pass f.
	Developments(ctx context.Context, lang i18n.Lang, f search.Filter) (*Listing[*Development], error)
	// Reference finds the property or development with an agency reference, compared
	// without case; ErrNotFound when there is none that is published in lang.
	Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (ReferenceHit, error)
	// RedirectReference returns the site link of the property that an old reference
	// names, ErrNotFound when none does.
	RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error)

	// Terms returns every term of a taxonomy: shared ones, else those of lang.
	Terms(ctx context.Context, lang i18n.Lang, taxonomy string) ([]*Term, error)
	// Author returns an author by id, ErrNotFound when there is none that visitors
	// may see.
	Author(ctx context.Context, lang i18n.Lang, id int) (*Author, error)
	// Settings returns the options record, an empty one when none was saved.
	Settings(ctx context.Context, lang i18n.Lang) (*Settings, error)
	// Instagram returns the stored feed, newest first.
	Instagram(ctx context.Context, lang i18n.Lang) ([]InstagramPost, error)

	// Redirect looks up a link that nothing answers: in a stored table of old
	// links, or by a HEAD request to the remote CMS, as far as depth says.
	// ErrNotFound when it leads nowhere.
	Redirect(ctx context.Context, link string, depth RedirectDepth) (Redirect, error)
	// Withdrawn names the deleted content that was published at link, ErrNotFound
	// when there was none.
	Withdrawn(ctx context.Context, link string) (Ref, error)
}

// Credential is the Authorization header of a request; empty for visitors. It never
// belongs to the server.
type Credential string

// ArchiveQuery is a query for one page of a list. Zero fields do not filter.
type ArchiveQuery struct {
	Endpoint string // posts, pages, media, or a configured one
	Page     int    // from 1
	PerPage  int    // 0 means the source's default, 10
	Author   int
	Taxonomy string // endpoint of the taxonomy: categories, tags …
	Term     int
	After    time.Time // exclusive
	Before   time.Time // exclusive
	Search   *string   // raw text of key s; nil when the key is absent
	Include  []int     // only these ids, in this order
	Exclude  []int
	// Params are the parameters that a configured taxonomy adds: texts, numbers,
	// booleans or lists of them. They override the other fields.
	Params map[string]any
}

// Archive is one page of a list.
type Archive struct {
	Items      []Entity
	Total      int
	TotalPages int
}

// Listing is one page of search results.
type Listing[T any] struct {
	Items      []T
	Total      int
	TotalPages int
	Counts     *search.Counts // nil where the source cannot count (live mode)
}

// ReferenceHit is the property or development of a reference (specification §3.14).
type ReferenceHit struct {
	Type Type   // properties or developments
	Name string // slug
	Link string // site link in the language asked for
}

// RedirectDepth tells how far a look-up follows a chain of redirects.
type RedirectDepth int

const (
	// FirstRedirect is the first redirect of the CMS with its status. It answers the
	// request of a page; the client follows it (routing §9.3).
	FirstRedirect RedirectDepth = iota
	// LastRedirect is the end of the chain, with status 301. It answers a click, where
	// one response must hold the final address (routing §9.6).
	LastRedirect
)

// Redirect is the redirect of a link that has no content.
type Redirect struct {
	Status   int    // 301, 302, 307 or 308
	Location string // as received: a site link or an absolute address
	External bool   // to a host that is neither the site's nor the CMS's
}
