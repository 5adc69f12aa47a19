package server

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"estate/internal/compose"
	"estate/internal/content"
	"estate/internal/media"
	"estate/internal/redirect"
	"estate/internal/resolve"
	"estate/internal/ssr"
	"estate/internal/worker"
)

// Parts are what the server puts between a request and its answer.
type Parts struct {
	Source    content.Source
	Redirects *redirect.Table
	Resolver  *resolve.Resolver
	Composer  *compose.Composer
	Renderer  ssr.Renderer
	Pages     *ssr.Pages
	Pictures  *media.Library
	// Sentences parses the search line; nil leaves its address to links.
	Sentences Sentences
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

	sameSite    *http.CrossOriginProtection
	enquiries   *rateLimiter
	pluginCalls *rateLimiter
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
	cfg.fillDefaults()
	if parts.Links == nil {
		parts.Links = sourceLinks{parts.Source}
	}
	files, err := newAssets(cfg.Client)
	if err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, parts: parts, assets: files, links: newLinkCache(cfg.Links), maps: newMapCache(), log: cfg.Log}
	if cfg.Vite != "" {
		if s.vite, err = newVite(cfg.Vite); err != nil {
			return nil, fmt.Errorf("address of Vite %q: %w", cfg.Vite, err)
		}
	}
	s.sameSite = http.NewCrossOriginProtection()
	if err := s.sameSite.AddTrustedOrigin(site.Scheme + "://" + site.Host); err != nil {
		return nil, fmt.Errorf("site address %q: %w", cfg.SiteURL, err)
	}
	s.enquiries, s.pluginCalls = newRateLimiter(cfg.Enquiries), newRateLimiter(pluginRateLimit)
	return s, nil
}

// bundleFor names the files a document links to.
func (s *Server) bundleFor(sources []string) bundle {
	if s.vite != nil {
		return s.vite.bundleFor(sources)
	}
	return s.assets.bundleFor(sources)
}
