package restapi

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// call is one request.
type call struct {
	*API
	ctx    context.Context //nolint:containedctx // a call lives as long as its request
	lang   i18n.Lang
	route  *route
	path   string // below the API, with a leading slash and no final one
	query  query
	auth   content.Credential
	fields fieldSet
	embeds embedSet
}

// cut splits a request path into its language and the path below the API.
func (a *API) cut(path string) (lang i18n.Lang, below string, ok bool) {
	rest := strings.TrimPrefix(path, a.folder())
	lang = i18n.Fallback
	for _, l := range i18n.Filled {
		if p := l.Prefix(); p != "" && strings.HasPrefix(rest, p+prefix) {
			lang, rest = l, strings.TrimPrefix(rest, p)
		}
	}
	below, found := strings.CutPrefix(rest, prefix)
	if !found || below != "" && below[0] != '/' {
		return lang, "", false
	}
	return lang, strings.TrimRight(below, "/"), true
}

// folder is the folder of the site, "" at the root.
func (a *API) folder() string { return strings.TrimRight(a.site.Path, "/") }

// base is the address of the API in a language, with a final slash.
func (a *API) base(lang i18n.Lang) string { return a.cfg.SiteURL + lang.Prefix() + prefix + "/" }

// href is the address of a route in the request's language.
func (c *call) href(path string) string { return c.base(c.lang) + "wp/v2/" + path }

// absolute returns the address of a site link. Other addresses stay as they are.
func (a *API) absolute(link string) string {
	switch {
	case !strings.HasPrefix(link, "/"), strings.HasPrefix(link, "//"):
		return link
	case a.folder() != "" && strings.HasPrefix(link, a.folder()+"/"):
		return a.site.Scheme + "://" + a.site.Host + link
	}
	return a.cfg.SiteURL + link
}
