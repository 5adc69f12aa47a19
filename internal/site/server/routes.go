package server

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"estate/internal/content/cmsurl"
	"estate/internal/site/compose"
	"estate/internal/site/limits"
	"estate/internal/site/sitemap"
)

// Addresses that other code names too.
const (
	viewPrefix   = "/_view" // an address of its own, so that no cache mixes JSON with HTML
	feedSuffix   = "/feed/"
	preamblePath = "/_dev/preamble.js"
)

// routes is every address that the server answers. The first pattern that matches the path
// decides (router.go).
func (s *Server) routes() []httpRoute {
	var (
		read    = []string{http.MethodGet, http.MethodHead}
		get     = []string{http.MethodGet}
		post    = []string{http.MethodPost}
		links   = s.handler(s.serveLink)
		noREST  = s.parts.REST == nil
		noCMS   = s.parts.CMS == nil || s.parts.CMS.Secret == ""
		noVite  = s.vite == nil
		noMap   = s.parts.Basemap == nil
		file    = []middleware{cleanPath}
		view    = []middleware{s.limits.Admitted(limits.OfPage)}
		rest    = []middleware{s.limits.Admitted(limits.OfREST)}
		fromCMS = []middleware{s.limitedPlugin}
	)
	return slices.Concat(s.studioRoutes(links), s.alertRoutes(), []httpRoute{
		// Forms of visitors. The page with the form is a link.
		{pattern: "{lang}" + compose.EnquiryPath + "{$}", methods: post, handler: http.HandlerFunc(s.acceptEnquiry)},
		{pattern: "{lang}" + compose.EnquiryPath + "{$}", methods: read, handler: links},

		// The CMS's plugin.
		{pattern: "/_cms/changed", methods: post, handler: http.HandlerFunc(s.acceptNotices), middleware: fromCMS, disabled: noCMS},
		{pattern: "/_cms/status", methods: get, handler: http.HandlerFunc(s.serveCMSStatus), middleware: fromCMS, disabled: noCMS},
		{pattern: "/_cms/", handler: notFound("There is nothing here.")},

		// Vite's modules, in development.
		{pattern: preamblePath, handler: http.HandlerFunc(servePreamble), disabled: noVite},
		{pattern: "/_dev/", handler: s.vite, disabled: noVite},
		{pattern: "/@*", handler: s.vite, disabled: noVite},
		{pattern: "/src/", handler: s.vite, disabled: noVite},
		{pattern: "/node_modules/", handler: s.vite, disabled: noVite},

		// Data of pages.
		{pattern: viewPrefix, methods: read, handler: s.handler(s.serveView), middleware: view},
		{pattern: viewPrefix + "/", methods: read, handler: s.handler(s.serveView), middleware: view},
		{
			pattern: compose.MapPrefix + "/", methods: read, handler: s.handler(s.serveMap),
			middleware: []middleware{s.limits.Admitted(limits.OfPage)},
		},
		{
			pattern: suggestPrefix + "/", methods: read, handler: s.handler(s.serveSuggestions),
			middleware: []middleware{s.limits.Admitted(limits.OfPage)}, disabled: s.parts.Sentences == nil,
		},
		{pattern: compose.TilesPrefix + "/{lng}/{file}", methods: read, handler: s.handler(s.serveMapStyle), middleware: file, disabled: noMap},
		{
			pattern: compose.TilesPrefix + "/{lng}/place/{at}", methods: read, handler: s.handler(s.serveStill),
			middleware: append([]middleware{s.limits.Admitted(limits.OfPage)}, file...), disabled: noMap,
		},
		{pattern: compose.TilesPrefix + "/{hash}/{z}/{x}/{y}", methods: read, handler: s.handler(s.serveTile), middleware: file, disabled: noMap},
		{pattern: compose.TilesPrefix + "/", methods: read, handler: notFound("There is no such tile.")},
		{pattern: "{lang}/wp-json", handler: s.parts.REST, middleware: rest, disabled: noREST},
		{pattern: "{lang}/wp-json/", handler: s.parts.REST, middleware: rest, disabled: noREST},

		// Files.
		{pattern: "/assets/", methods: read, handler: s.assets, middleware: file},
		{pattern: "/media/", methods: read, handler: s.handler(s.serveMedia), middleware: file},
		{pattern: cmsurl.Uploads, methods: read, handler: s.handler(s.redirectUpload)},
		{pattern: "/favicon.svg", methods: read, handler: s.icons()},
		{pattern: "/favicon.png", methods: read, handler: s.icons()},
		{pattern: "/favicon.ico", methods: read, handler: s.icons()},
		{pattern: "/apple-touch-icon.png", methods: read, handler: s.icons()},
		{pattern: "/locales/{lng}/{file}", methods: read, handler: s.handler(s.serveDictionary), middleware: file},
		{pattern: "/locales/add/{lng}/{ns}", methods: post, handler: http.HandlerFunc(s.logMissingTranslations), middleware: file},
		{pattern: "/locales/", methods: read, handler: notFound("There is no such dictionary."), middleware: file},

		// Crawlers and feed readers.
		{pattern: "/robots.txt", methods: read, handler: s.handler(s.serveRobots)},
		{pattern: "/wp-sitemap.xml", methods: read, handler: http.RedirectHandler(sitemap.Index, http.StatusMovedPermanently)},
		{pattern: "/sitemap_index.xml", methods: read, handler: http.RedirectHandler(sitemap.Index, http.StatusMovedPermanently)},
		{pattern: sitemap.Index, methods: read, handler: s.handler(s.serveSitemap)},
		{pattern: sitemap.Folder + "{$}", methods: read, handler: links},
		{pattern: sitemap.Folder, methods: read, handler: s.handler(s.serveSitemap), middleware: file},
		{pattern: "*" + feedSuffix, methods: read, handler: s.handler(s.serveFeed), middleware: view},

		// Files for portals, at secret addresses.
		{pattern: channelsPath + "{token}/{file}", methods: read, handler: s.handler(s.serveChannel), disabled: s.parts.Channels == nil},
		{pattern: channelsPath, handler: notFound("There is nothing here."), disabled: s.parts.Channels == nil},

		// Monitoring.
		{pattern: "/healthz", methods: read, handler: s.handler(s.serveHealth)},
		{pattern: "/readyz", methods: read, handler: s.handler(s.serveReady)},

		// The search line: resolveLink redirects to results, for documents and views.
		{pattern: "{lang}" + sentencePath + "{$}", methods: read, handler: links, disabled: s.parts.Sentences == nil},

		// Everything else is a link of the site.
		{pattern: "*", methods: read, handler: links},
	})
}

// DefaultHSTS makes browsers use https for a year, for the names below the site's too.
const DefaultHSTS = "max-age=31536000; includeSubDomains"

// transportSecurity is the value of Strict-Transport-Security, "" for a site without https.
func (c *Config) transportSecurity() string {
	if !strings.HasPrefix(c.SiteURL, "https://") {
		return ""
	}
	return cmp.Or(c.HSTS, DefaultHSTS)
}

// Handler is the whole site. Every request passes this middleware, also one for a cached page.
func (s *Server) Handler() http.Handler {
	headers := securityHeaders(contentSecurityPolicy(&s.cfg, s.vite != nil), s.cfg.transportSecurity())
	return s.withIdentity(s.withTimes(withHeaders(headers, s.withRecovery(s.byHost(newRouter(s.routes()))))))
}

func notFound(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { plainError(w, http.StatusNotFound, text) })
}
