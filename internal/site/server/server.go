package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"

	"estate/internal/agency/channels"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/media"
	"estate/internal/media/basemap"
	"estate/internal/platform/worker"
	"estate/internal/site/compose"
	"estate/internal/site/document"
	"estate/internal/site/limits"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
	"estate/internal/site/sitemap"
	"estate/internal/site/ssr"
)

// Parts are the parts of the site that the server connects.
type Parts struct {
	Source    content.Source
	Redirects *redirect.Table
	Resolver  *resolve.Resolver
	Composer  *compose.Composer
	Renderer  ssr.Renderer
	Pages     *ssr.Pages
	Pictures  *media.Library
	// Basemap has the tiles of the maps; nil answers 404.
	Basemap *basemap.Map
	// Channels returns the file of a channel by its secret token; nil without channels.
	Channels func(token string) (channels.File, bool)
	// Sentences parses the search line; without it, its address is a link like any other.
	Sentences Sentences
	// Enquiries stores the forms of visitors; nil refuses them.
	Enquiries Enquiries
	// Alerts keeps saved searches; nil refuses them.
	Alerts Alerts
	// Generation is the number of the last change of content. A cached page of another
	// generation is checked.
	Generation func() uint64
	// Links lists what is published; nil means to read the archives of the Source.
	Links sitemap.Links
	// Languages are those of the content.
	Languages content.Languages
	// REST answers below /wp-json/ and /es/wp-json/; without it these addresses are links.
	REST http.Handler
	// CMS handles the requests of a remote CMS's plugin; nil without a CMS.
	CMS *CMS
	// Studio answers below /studio/, where it is open, and hands other requests to the link of the site; nil without a studio.
	Studio func(link http.Handler) http.Handler
	// Warm loads settings and option lists of a language beside the page; nil with a source that
	// answers at once.
	Warm func(ctx context.Context, lang i18n.Lang)
	// Ready reports whether there is content; nil means always.
	Ready func() bool
	// Problems returns the kinds of what needs a person, such as mail or disk, for the public /readyz; nil
	// tells none.
	Problems func() []string
	// Healthy returns the problem of the content's source, in words for the public /readyz;
	// nil means that there is never one. Cached pages are served meanwhile.
	Healthy func() error
	// Workers is the status of the render workers; nil without workers.
	Workers func() worker.Status
}

// Server answers the requests of visitors, crawlers and the CMS.
type Server struct {
	cfg     Config
	parts   Parts
	assets  *assets
	theme   document.Theme
	vite    *vite // nil in production
	links   *linkCache
	maps    *bodyCache
	feeds   *bodyCache // of searches
	sitemap *sitemap.Sitemap
	log     *slog.Logger

	sameSite *http.CrossOriginProtection
	limits   *limits.Limits
	plugin   *limits.Buckets
	forms    *forms
}

// New returns a server, or the problem of the configuration.
func New(cfg Config, parts Parts) (*Server, error) {
	site, err := url.Parse(cfg.SiteURL)
	if err != nil || site.Host == "" {
		return nil, fmt.Errorf("site address %q: give one such as https://www.example.com", cfg.SiteURL)
	}
	if err := cfg.Rules.Validate(); err != nil {
		return nil, err
	}
	cfg.fillDefaults()
	files, err := newAssets(cfg.Client)
	if err != nil {
		return nil, err
	}
	s := &Server{
		cfg: cfg, parts: parts, assets: files, theme: newTheme(&cfg), links: newLinkCache(), maps: newBodyCache(mapCacheBytes),
		feeds: newBodyCache(feedCacheBytes), log: cfg.Log,
	}
	if cfg.Vite != "" {
		if s.vite, err = newVite(cfg.Vite); err != nil {
			return nil, fmt.Errorf("address of Vite %q: %w", cfg.Vite, err)
		}
	}
	s.sameSite = http.NewCrossOriginProtection()
	if err := s.sameSite.AddTrustedOrigin(site.Scheme + "://" + site.Host); err != nil {
		return nil, fmt.Errorf("site address %q: %w", cfg.SiteURL, err)
	}
	s.sitemap = s.newSitemap()
	s.setLimits(s.sitemap.IsRemote())
	return s, nil
}

// setLimits makes the limits of the configuration.
func (s *Server) setLimits(remote bool) {
	cfg := s.cfg.Limits
	cfg.Now, cfg.Remote, cfg.Log = s.cfg.Now, remote, s.log
	s.limits = limits.New(cfg)
	s.plugin = limits.NewBuckets(pluginPerSecond, pluginBurst)
	s.forms = newForms(s.cfg.Enquiries)
}

// Client is the address of a request's client, which trusted proxies may name.
func (s *Server) Client(r *http.Request) netip.Addr { return s.limits.Client(r) }

// filesFor returns the files that a document links to.
func (s *Server) filesFor(sources []string) document.Files {
	if s.vite != nil {
		return s.vite.filesFor(sources)
	}
	return s.assets.filesFor(sources)
}
