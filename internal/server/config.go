package server

import (
	"cmp"
	"io/fs"
	"log/slog"
	"net/netip"
	"time"

	"estate/internal/i18n"
	"estate/internal/link"
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
	// Enquiries is the rate limit of forms per client.
	Enquiries RateLimit
	// TrustedProxies may say in X-Forwarded-For whom they speak for; from anybody
	// else that header is hearsay.
	TrustedProxies []netip.Prefix
	// RenderWait bounds how long a document waits for its HTML; 0 means 3 s.
	RenderWait time.Duration
	// Links bounds the cache of known links; 0 means 20,000.
	Links int
	// Vite is the address of Vite's server; set for developers only.
	Vite string
	Log  *slog.Logger     // nil means slog.Default
	Now  func() time.Time // nil means time.Now
}

func (c *Config) fillDefaults() {
	c.RenderWait = cmp.Or(c.RenderWait, 3*time.Second)
	c.Links = cmp.Or(c.Links, 20_000)
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
