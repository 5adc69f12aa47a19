package app

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

// unlisted is a source whose lists nobody outside asks for.
type unlisted struct{ content.Source }

// List is never reached behind referencesOnly.
func (unlisted) List(context.Context, i18n.Lang, content.ListQuery) (*content.Archive, error) {
	return nil, errors.New("in live mode lists are asked of the CMS itself")
}

// referencesOnly lets through what the search panel asks: which home a reference names.
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
