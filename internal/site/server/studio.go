package server

import (
	"net/http"
	"slices"
	"strings"
)

// studioPath is where the studio is.
const studioPath = "/studio/"

// studioRoutes are the addresses of the studio on the site's own host. Other methods than those of reading end there.
func (s *Server) studioRoutes(links http.Handler) []httpRoute {
	if s.parts.Studio == nil || s.cfg.StudioHost != "" {
		return nil
	}
	closed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			plainError(w, http.StatusNotFound, "There is nothing here.")
			return
		}
		links.ServeHTTP(w, r)
	})
	studio := s.parts.Studio(closed)
	return []httpRoute{{pattern: strings.TrimSuffix(studioPath, "/"), handler: studio}, {pattern: studioPath, handler: studio}}
}

// studioFiles are the routes of the site that its studio has at an address of its own too.
var studioFiles = []string{"/media/", "/favicon.svg", "/favicon.png", "/favicon.ico", "/apple-touch-icon.png", "/healthz", "/readyz"}

// byHost hands requests for the studio's own host to the studio, and the rest to the site.
func (s *Server) byHost(site http.Handler) http.Handler {
	if s.parts.Studio == nil || s.cfg.StudioHost == "" {
		return site
	}
	var table []httpRoute
	for _, row := range s.routes() {
		if slices.Contains(studioFiles, row.pattern) {
			table = append(table, row)
		}
	}
	none := notFound("There is nothing here.")
	own := s.parts.Studio(none)
	studio := newRouter(append(
		table,
		httpRoute{pattern: strings.TrimSuffix(studioPath, "/"), handler: own},
		httpRoute{pattern: studioPath, handler: own},
		httpRoute{pattern: "/{$}", handler: http.RedirectHandler(studioPath, http.StatusFound)},
		httpRoute{pattern: "*", handler: none},
	))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.EqualFold(r.Host, s.cfg.StudioHost) {
			studio.ServeHTTP(w, r)
			return
		}
		site.ServeHTTP(w, r)
	})
}
