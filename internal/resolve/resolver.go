package resolve

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/route"
	"estate/internal/search"
)

// Taxonomy is what the handlers need to know of a configured taxonomy.
type Taxonomy struct {
	Name             string         // as in Target.Taxonomy
	PostTypeEndpoint string         // what its archive lists; "" means posts
	Params           map[string]any // further parameters of that list; they win over the rest
}

// Config holds the settings of the handlers. Its zero value is the demo site's.
type Config struct {
	// PostEndpoint stands in for "posts" wherever posts are listed or looked up
	// by slug; "" means posts.
	PostEndpoint string
	// Subdirectory is the folder the site lives in; "" means the root.
	Subdirectory string
	// Homepage tells that the roots show a content page, so that they have no
	// further pages of posts.
	Homepage bool
	// Taxonomies lists the configured ones beyond category and tag.
	Taxonomies []Taxonomy
	// Redirections tells when the source is asked for a redirect: "no", "404",
	// "all", "RegExp:…", or several of "404" and patterns. Empty means "404".
	Redirections []string
	// Catalog answers with the option lists of a language. Nil loads them from
	// the source for every request that needs them.
	Catalog func(ctx context.Context, lang i18n.Lang) (*search.Catalog, error)
	// Log hears of revisions that do not fit; nil means slog.Default().
	Log *slog.Logger
}

// Validate reports every setting that cannot work.
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

// New builds a Resolver that asks source for what table says a link means.
func New(config Config, source content.Source, table *route.Table) (*Resolver, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config.Log = cmp.Or(config.Log, slog.Default())
	mode, _ := parseRedirections(config.Redirections)
	return &Resolver{config: config, source: source, table: table, redirects: mode}, nil
}

// Request asks what a link shows.
type Request struct {
	Link link.Link
	// Auth is the credential that the request itself carried; it opens drafts
	// and revisions when the link has a preview key too.
	Auth content.Credential
	// RedirectDepth tells how far the redirect of an unknown link is followed.
	RedirectDepth content.RedirectDepth
}

// Resolve answers one link. Failures a visitor is told about are part of the
// result, also a source that cannot be reached; an error is a bug or a
// cancelled request.
func (r *Resolver) Resolve(ctx context.Context, request Request) (*Result, error) {
	session := r.Session(request.Auth, request.RedirectDepth)
	result, err := session.Fetch(ctx, request.Link, false)
	if err == nil {
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

// Refuse is the result for an address that no content can have, such as a page
// number beyond counting.
func (r *Resolver) Refuse(l link.Link) *Result {
	session := r.Session("", content.FirstRedirect)
	return session.fail(session.start(l), content.NoHandler(l.String()))
}

// PageStatus is the HTTP status of a page whose record has status (routing D14):
// what visitors may not see does not exist for them, and the source's failures
// are the gateway's.
func PageStatus(status int) int {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return http.StatusNotFound
	case status >= http.StatusInternalServerError, status < http.StatusBadRequest:
		return http.StatusBadGateway
	}
	return status
}
