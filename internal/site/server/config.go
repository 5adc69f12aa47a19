package server

import (
	"cmp"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/platform/brand"
	"estate/internal/platform/tracing"
	"estate/internal/site/limits"
)

// Config is the settings of the server. Zero values mean what the comments name.
type Config struct {
	SiteURL string // public address, without a final slash
	Client  fs.FS  // the client build: hashed assets and Vite's manifest
	Build   string // ID of the front end; a browser with another one reloads the page
	Rules   link.Rules
	Brand   brand.Scheme // colours of the documents
	Icon    []byte       // PNG in place of the built-in icon; nil for that
	// FrameHosts are the hosts of players, which open in a frame after a click.
	FrameHosts []string
	// FilmHosts are further hosts of the agency's own films.
	FilmHosts []string
	// TileSources are the origins of the street map.
	TileSources []string
	// ChatSources and AnalyticsSources are the origins (https://host) of these services. The
	// browser loads them only after consent.
	ChatSources, AnalyticsSources []string
	// Blog is the path of the list of posts by language, without the prefix of the
	// language; nil means /blog/.
	Blog i18n.Text
	// Archives are the paths of further archives in the sitemap. Taxonomies are those whose
	// terms have pages; nil means category and tag.
	Archives   []string
	Taxonomies []string
	// Enquiries is the rate limit of forms per client, for each kind of form (forms.go).
	Enquiries RateLimit
	// HSTS is the value of Strict-Transport-Security of an https site; "" means a year with
	// all names below the site's.
	HSTS string
	// Limits bound uncached requests.
	Limits limits.Config
	// PageTimeout bounds the time that the source of one page may take, all calls together; 0 means
	// 8 s. Afterwards the page is made from what has been loaded.
	PageTimeout time.Duration
	// RenderWait is the longest time that a visitor waits for rendering, the queue included;
	// then the document goes out without HTML. 0 means 2 s.
	RenderWait time.Duration
	// StudioHost is the host (host:port) at which the studio answers, when it has an address of its own; "" puts it below
	// /studio/ of the site.
	StudioHost string
	// CDN is a content delivery network in front of the site.
	CDN CDN
	// Vite is the address of Vite's server; only in development.
	Vite string
	// Observe is called after each request with its kind, its status and its duration; nil observes none.
	Observe func(kind string, status int, took time.Duration)
	// Tracer traces a sample of the requests; nil traces none.
	Tracer *tracing.Tracer
	Log    *slog.Logger     // nil means slog.Default
	Now    func() time.Time // nil means time.Now
}

// RateLimit is a token bucket. Zero values mean what the comments name.
type RateLimit struct {
	Burst   int // size of the bucket, in requests; 10
	PerHour int // tokens that are added an hour; 30
}

func (c *Config) fillDefaults() {
	c.PageTimeout = cmp.Or(c.PageTimeout, 8*time.Second)
	c.RenderWait = cmp.Or(c.RenderWait, 2*time.Second)
	c.CDN.Fresh, c.CDN.Stale = cmp.Or(c.CDN.Fresh, time.Hour), cmp.Or(c.CDN.Stale, time.Hour)
	c.CDN.KeyHeader = http.CanonicalHeaderKey(cmp.Or(c.CDN.KeyHeader, "Surrogate-Key"))
	c.CDN.CacheHeader = http.CanonicalHeaderKey(cmp.Or(c.CDN.CacheHeader, "Cache-Control"))
	c.Enquiries.Burst, c.Enquiries.PerHour = cmp.Or(c.Enquiries.Burst, 10), cmp.Or(c.Enquiries.PerHour, 30)
	if c.Blog == nil {
		c.Blog = i18n.Text{i18n.Fallback: "/blog/"}
	}
	if c.Taxonomies == nil {
		c.Taxonomies = []string{"category", "tag"}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
}
