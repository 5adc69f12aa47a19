package resolve

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/site/route"
)

// Taxonomy is a configured taxonomy.
type Taxonomy struct {
	Name             string         // as in Target.Taxonomy
	PostTypeEndpoint string         // of the entities in its archive; "" means posts
	Params           map[string]any // further parameters of its archive; they override others
}

// Config holds the settings of the handlers. Its zero value is the demo site's.
type Config struct {
	// PostEndpoint replaces "posts" where posts are listed or looked up by slug; ""
	// means posts.
	PostEndpoint string
	// Subdirectory is the folder of the site; "" means the root.
	Subdirectory string
	// Homepage is set when the roots show a content page and so have no further pages
	// of posts.
	Homepage bool
	// Taxonomies are the configured ones besides category and tag.
	Taxonomies []Taxonomy
	// Redirections is when redirects are looked up: "no", "404", "all", "RegExp:…", or
	// several of "404" and patterns. Empty means "404".
	Redirections []string
	// Catalog returns the option lists of a language. Nil loads them from the source
	// in each request that needs them.
	Catalog func(ctx context.Context, lang i18n.Lang) (*search.Catalog, error)
	// Listings returns the listing pages of a language. Nil loads them from the source
	// in each request that needs them.
	Listings func(ctx context.Context, lang i18n.Lang) (content.ListingPages, error)
	// CanFilter reports whether the source filters by features, sizes and positions. Where it does
	// not, these filters are ignored with a hint. Nil means that it does.
	CanFilter func(context.Context) bool
	// Languages are those of the content; a link in another one is not found.
	Languages content.Languages
	// AnyPermalink finds homes, terms and entries with a number as slug at links of any form: the link that
	// the CMS gives them is their address. A link that is not found costs three more look-ups.
	AnyPermalink bool
	// StickyFirst puts the posts that editors marked as sticky first on the first page of the list of posts.
	StickyFirst bool
	// Zone returns the time zone in which the dates of archives count, nil for UTC. A nil
	// function means UTC.
	Zone func(ctx context.Context, lang i18n.Lang) *time.Location
	// Log gets warnings about revisions; nil means slog.Default().
	Log *slog.Logger
}

// Validate reports every invalid setting.
func (c Config) Validate() error {
	_, err := parseRedirections(c.Redirections)
	for _, taxonomy := range c.Taxonomies {
		if taxonomy.Name == "" {
			err = errors.Join(err, errors.New("a taxonomy has no name: give it one"))
		}
	}
	return err
}

// Resolver turns links into results. It is safe for concurrent use.
type Resolver struct {
	config    Config
	source    content.Source
	table     *route.Table
	redirects redirectMode
}

// New returns a Resolver that reads the targets of table from source.
func New(config Config, source content.Source, table *route.Table) (*Resolver, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config.Log = cmp.Or(config.Log, slog.Default())
	mode, _ := parseRedirections(config.Redirections)
	return &Resolver{config: config, source: source, table: table, redirects: mode}, nil
}

// Request is a link to resolve.
type Request struct {
	Link link.Link
	// Auth is the credential of the request. It opens drafts and revisions when the
	// link has key preview too.
	Auth content.Credential
	// RedirectDepth tells how far the redirect of an unknown link is followed.
	RedirectDepth content.RedirectDepth
	// Newest lists results by the newest change where nobody chose an order, as feeds need them.
	Newest bool
}

// Resolve resolves one link. Failures with a screen for visitors, an unreachable
// source too, are part of the result. An error is a bug or a cancelled request.
func (r *Resolver) Resolve(ctx context.Context, request Request) (*Result, error) {
	session := r.Session(request.Auth, request.RedirectDepth)
	session.newest = request.Newest
	result, err := session.Fetch(ctx, request.Link, false)
	if err == nil {
		if location := r.ownAddress(ctx, result); location != "" {
			f := session.start(request.Link)
			f.target = result.Target
			return f.redirect(content.Redirect{Status: http.StatusMovedPermanently, Location: location}), nil
		}
		return result, nil
	}
	if ctx.Err() != nil || !errors.Is(err, content.ErrUnreachable) {
		return nil, err
	}
	failure := &content.Error{
		Code: content.CodeUpstream, Status: http.StatusBadGateway,
		Detail: http.StatusText(http.StatusBadGateway), Err: err,
	}
	return session.fail(session.start(request.Link), failure), nil
}

// Refuse is the not-found result of an address that no content can have, such as a
// page number that is no int.
func (r *Resolver) Refuse(l link.Link) *Result {
	session := r.Session("", content.FirstRedirect)
	return session.fail(session.start(l), content.NoHandler(l.String()))
}

// PageStatus is the HTTP status of a page whose record has status (routing D14): 404
// for missing permission, 502 for failures of the source.
func PageStatus(status int) int {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return http.StatusNotFound
	case status >= http.StatusInternalServerError, status < http.StatusBadRequest:
		return http.StatusBadGateway
	}
	return status
}
