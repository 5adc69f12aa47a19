package restapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// prefix is the path of the API below the site and each language.
const prefix = "/wp-json"

// Source is the content that the API serves. *store.Store is one.
type Source interface {
	content.Source
	// List returns part of a list with all filters of the dialect.
	List(ctx context.Context, lang i18n.Lang, q content.ListQuery) (*content.Archive, error)
}

// API answers requests below /wp-json/ and /es/wp-json/. It is safe for concurrent
// use.
type API struct {
	cfg        Config
	source     Source
	site       *url.URL
	postTypes  []*postType
	taxonomies []*taxonomy
	routes     []*route
}

var _ http.Handler = (*API)(nil)

// New checks the configuration and builds the routes.
func New(cfg Config, source Source) (*API, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	site, err := url.Parse(cfg.SiteURL)
	if err != nil {
		return nil, fmt.Errorf("site address: %w", err)
	}
	a := &API{cfg: cfg, source: source, site: site, taxonomies: allTaxonomies(cfg)}
	a.postTypes = allPostTypes(cfg, a.taxonomies)
	a.routes = a.allRoutes()
	return a, nil
}

// ServeHTTP answers one request.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), a.cfg.Timeout)
	defer cancel()
	found, err := a.handle(r.WithContext(ctx))
	if err != nil {
		err = errors.Join(err, ctx.Err()) // a database may report a timeout as an interruption
	}
	a.write(w, r, found, err)
}

// handle finds the route of a request and runs its handler.
func (a *API) handle(r *http.Request) (*response, error) {
	lang, path, ok := a.cut(r.URL.Path)
	if !ok {
		return nil, noRoute()
	}
	if len(r.URL.RawQuery) > maxQueryBytes || len(path) > maxQueryBytes {
		return nil, tooLong()
	}
	found, args := a.match(path)
	if found == nil {
		return nil, noRoute()
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		return &response{body: a.describe(found, lang), allow: true}, nil
	default:
		return nil, noRoute()
	}
	c := &call{
		API: a, ctx: r.Context(), lang: lang, route: found, path: path,
		query: parseQuery(r.URL.RawQuery), auth: content.Credential(r.Header.Get("Authorization")),
	}
	c.fields, c.embeds = parseFields(c.query), parseEmbeds(c.query)
	return found.handle(c, args)
}
