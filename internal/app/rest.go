package app

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"estate/internal/app/config"
	"estate/internal/cms/restapi"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// openREST serves the store as the WordPress REST API. In live mode the CMS has its
// own API, and only the endpoint that the pages call is served here.
func (a *App) openREST(s config.Settings) (http.Handler, error) {
	config := restapi.Config{SiteURL: s.SiteURL, PostTypes: s.PostTypeEndpoints(), Taxonomies: s.TaxonomyEndpoints(), Log: a.log}
	if a.store != nil {
		return restapi.New(config, a.store)
	}
	api, err := restapi.New(config, noLists{a.origin.source})
	if err != nil {
		return nil, err
	}
	return referencesOnly(api), nil
}

// noLists is a source without lists.
type noLists struct{ content.Source }

// List always fails. referencesOnly lets no request reach it.
func (noLists) List(context.Context, i18n.Lang, content.ListQuery) (*content.Archive, error) {
	return nil, errors.New("in live mode the CMS serves lists")
}

// referencesOnly passes only get_reference on, which the search panel calls for the
// property of a reference.
func referencesOnly(api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), "/get_reference") {
			http.NotFound(w, r)
			return
		}
		r.Header.Del("Authorization")
		api.ServeHTTP(w, r)
	})
}
