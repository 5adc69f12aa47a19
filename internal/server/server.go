package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/compose"
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/media"
	"estate/internal/redirect"
	"estate/internal/resolve"
	"estate/internal/ssr"
	"estate/internal/worker"
)

// Config says how the site answers. Zero values mean what the comments name.
type Config struct {
	SiteURL string // public address, without a final slash
	Client  fs.FS  // the client build: hashed assets and Vite's manifest
	Build   string // names the front end; a browser with another one reloads
	Rules   link.Rules
	// FrameHosts are the players that may open in a frame after a click.
	FrameHosts []string
	// FilmHosts are hosts of the agency's own that films may be played from, besides the site.
	FilmHosts []string
	// TileSources are where the streets below a map come from.
	TileSources []string
	// ChatSources and AnalyticsSources are where the scripts of these services may come
	// from, as https://host. The browser asks for them after consent alone.
	ChatSources, AnalyticsSources []string
	// Blog is the path of the list of posts per language, without the language's
	// prefix; nil means /blog/.
	Blog i18n.Text
	// Archives are paths of further archives that search engines should find,
	// Taxonomies those whose terms have pages; nil means category and tag.
	Archives   []string
	Taxonomies []string
	// Enquiries bounds how many forms one address may send.
	Enquiries EnquiryLimit
	// RenderWait bounds how long a document waits for its HTML; 0 means 3 s.
	RenderWait time.Duration
	// Links bounds the cache of known links; 0 means 20,000.
	Links int
	// Vite is the address of Vite's server; set for developers only.
	Vite string
	Log  *slog.Logger // nil means slog.Default
	Now  func() time.Time
}

// Parts are what the server puts between a request and its answer.
type Parts struct {
	Source    content.Source
	Redirects *redirect.Table
	Resolver  *resolve.Resolver
	Composer  *compose.Composer
	Renderer  ssr.Renderer
	Pages     *ssr.Pages
	Pictures  *media.Library
	// Enquiries takes the forms that visitors send; nil refuses them.
	Enquiries Enquiries
	// Generation counts the changes of content: a page found under an older one
	// is checked again.
	Generation func() uint64
	// Links tells what is published; nil asks the Source page by page.
	Links Links
	// REST answers below /wp-json/ and /es/wp-json/; nil leaves those addresses to links.
	REST http.Handler
	// CMS is spoken to by the plugin of a remote CMS; nil when there is none.
	CMS *CMS
	// Ready reports that the content has arrived; nil means that it always has.
	Ready func() bool
	// Healthy reports a source of content that does not answer now, in words that
	// anybody may read; nil means that it always does. Known pages go out meanwhile.
	Healthy func() error
	// Workers tells how the render workers are; nil when there are none.
	Workers func() worker.Status
}

// Server answers requests.
type Server struct {
	cfg     Config
	parts   Parts
	assets  *assets
	vite    *vite // nil for visitors
	links   *linkCache
	maps    *mapCache
	sitemap sitemap
	log     *slog.Logger
	mux     *http.ServeMux

	sameSite    *http.CrossOriginProtection
	enquiryRate *enquiryRate
	cmsRate     *enquiryRate
}

// New checks the configuration and builds the routes.
func New(cfg Config, parts Parts) (*Server, error) {
	site, err := url.Parse(cfg.SiteURL)
	if err != nil || site.Host == "" {
		return nil, fmt.Errorf("site address %q: give one such as https://www.example.com", cfg.SiteURL)
	}
	if err := cfg.Rules.Validate(); err != nil {
		return nil, err
	}
	cfg.RenderWait = cmp.Or(cfg.RenderWait, 3*time.Second)
	cfg.Links = cmp.Or(cfg.Links, 20_000)
	if cfg.Blog == nil {
		cfg.Blog = i18n.Text{i18n.Fallback: "/blog/"}
	}
	if cfg.Taxonomies == nil {
		cfg.Taxonomies = []string{"category", "tag"}
	}
	if parts.Links == nil {
		parts.Links = sourceLinks{parts.Source}
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	files, err := newAssets(cfg.Client)
	if err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, parts: parts, assets: files, links: newLinkCache(cfg.Links), maps: newMapCache(), log: cfg.Log, mux: http.NewServeMux()}
	if cfg.Vite != "" {
		if s.vite, err = newVite(cfg.Vite); err != nil {
			return nil, fmt.Errorf("address of Vite %q: %w", cfg.Vite, err)
		}
	}
	s.sameSite = http.NewCrossOriginProtection()
	if err := s.sameSite.AddTrustedOrigin(site.Scheme + "://" + site.Host); err != nil {
		return nil, fmt.Errorf("site address %q: %w", cfg.SiteURL, err)
	}
	s.enquiryRate, s.cmsRate = newEnquiryRate(cfg.Enquiries), newEnquiryRate(cmsRate)
	s.routes()
	return s, nil
}

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

// bundleFor names the files a document links to.
func (s *Server) bundleFor(sources []string) bundle {
	if s.vite != nil {
		return s.vite.bundleFor(sources)
	}
	return s.assets.bundleFor(sources)
}

// handler answers, or returns what went wrong: one place turns that into a status.
type handler func(w http.ResponseWriter, r *http.Request) error

func (s *Server) handler(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			plainError(w, http.StatusMethodNotAllowed, "Only GET and HEAD are answered here.")
			return
		}
		err := h(w, r)
		switch {
		case err == nil:
		case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
			// The visitor left; nobody reads an answer.
		case errors.Is(err, link.ErrTooLong):
			plainError(w, http.StatusRequestURITooLong, "This address is too long.")
		case errors.Is(err, link.ErrText):
			plainError(w, http.StatusBadRequest, "This address cannot be read.")
		default:
			id := errorID()
			s.log.ErrorContext(r.Context(), "request failed", "id", id, "path", clip(r.URL.Path), "err", err)
			plainError(w, http.StatusInternalServerError, "Something went wrong. Error "+id+".")
		}
	})
}

func writeBody(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // an error here means that the visitor left
	}
}
