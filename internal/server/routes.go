package server

import (
	"net/http"
	"slices"
	"strings"

	"estate/internal/i18n"
)

// routes lists what is no link of the site. Everything else is a link, and goes
// around the mux: the mux would clean its path with a redirect of its own.
func (s *Server) routes() {
	s.mux.Handle("GET /assets/", s.assets)
	s.mux.Handle("GET /media/", s.handler(s.serveMedia))
	for _, icon := range icons {
		s.mux.Handle("GET "+icon, s.assets)
	}
	s.mux.Handle("GET /robots.txt", s.handler(s.serveRobots))
	s.mux.Handle("GET "+sitemapIndex, s.handler(s.serveSitemap))
	s.mux.Handle("GET "+sitemapFolder, s.handler(s.serveSitemapFile))
	s.mux.Handle("GET /locales/{lng}/{file}", s.handler(s.serveDictionary))
	s.mux.HandleFunc("POST /locales/add/{lng}/{ns}", s.addMissingWords)
	s.mux.Handle("GET /healthz", s.handler(s.serveHealth))
	s.mux.Handle("GET /readyz", s.handler(s.serveReady))
}

// Handler is the whole site.
func (s *Server) Handler() http.Handler {
	links := s.handler(s.serveLink)
	views := s.handler(s.serveView)
	feeds := s.handler(s.serveFeed)
	maps := s.handler(s.serveMap)
	root := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		if lang, ok := enquiryLang(path); ok && r.Method == http.MethodPost {
			s.takeEnquiry(w, r, lang)
			return
		}
		switch {
		case hasPrefix(path, cmsFolder):
			s.serveCMS(w, r)
		case s.vite != nil && s.vite.takes(path):
			s.vite.ServeHTTP(w, r)
		case isView(path):
			views.ServeHTTP(w, r)
		case isMap(path):
			maps.ServeHTTP(w, r)
		case s.parts.REST != nil && isREST(path):
			s.parts.REST.ServeHTTP(w, r)
		case s.isFile(path):
			s.mux.ServeHTTP(w, r)
		case isFeed(path):
			feeds.ServeHTTP(w, r)
		default:
			links.ServeHTTP(w, r)
		}
	})
	csp := contentSecurityPolicy(&s.cfg, s.vite != nil)
	return logged(s.log, s.cfg.Now, secured(csp, recovered(s.log, root)))
}

// isREST reports whether the path belongs to the REST API of some language.
func isREST(path string) bool {
	for _, lang := range i18n.Filled {
		if rest, ok := strings.CutPrefix(path, lang.Prefix()+"/wp-json"); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// icons are asked for at these very addresses, whatever a document says.
var icons = []string{"/favicon.svg", "/favicon.ico", "/apple-touch-icon.png"}

// isFile reports whether the path belongs to a file or a service, not to a link.
func (s *Server) isFile(path string) bool {
	switch path {
	case "/robots.txt", sitemapIndex, "/healthz", "/readyz":
		return true
	}
	return slices.Contains(icons, path) || hasPrefix(path, "/assets/") || hasPrefix(path, "/media/") || hasPrefix(path, "/locales/") ||
		hasPrefix(path, sitemapFolder) && path != sitemapFolder
}

func hasPrefix(path, prefix string) bool {
	return len(path) >= len(prefix) && path[:len(prefix)] == prefix
}
