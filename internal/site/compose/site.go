package compose

import (
	"cmp"
	"context"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// catalogLifetime is the age after which the option lists are loaded again, unless
// Config.Catalog keeps them.
const catalogLifetime = time.Second

// site is the data that all Views of a language share. It is built again when the
// settings, the option lists or the year change. It is read-only.
type site struct {
	settings *content.Settings
	loadedAt time.Time
	year     int

	text   *localizer
	title  string
	agency seo.Agency
	chrome view.Chrome
	legal  legalLinks
	// isLegalKnown is false when the look-up of the legal pages failed; it is then repeated.
	isLegalKnown bool
	panels       map[search.Kind][]view.SelectField
}

// siteCache holds the current site data of one language.
type siteCache struct {
	cfg     *Config
	convert *converter
	lang    i18n.Lang
	labels  *labels
	warns   *contentWarnings
	current atomic.Pointer[site]
}

func newSiteCache(cfg *Config, convert *converter, lang i18n.Lang, warns *contentWarnings) *siteCache {
	return &siteCache{cfg: cfg, convert: convert, lang: lang, labels: newLabels(lang), warns: warns}
}

// load returns the current site data. When the source fails, the data is that of
// the last load, or empty before the first one.
func (c *siteCache) load(ctx context.Context, source content.Source) *site {
	last := c.current.Load()
	now := c.cfg.Now()
	settings, err := source.Settings(ctx, c.lang)
	if err != nil || settings == nil {
		c.failed(ctx, "settings", err)
		if last != nil {
			return last
		}
		settings = &content.Settings{}
	}
	zone := cmp.Or(settings.Location(), c.cfg.Zone)
	year := now.In(zone).Year()
	catalog := c.catalog(ctx, source, last, settings, now)
	if last != nil && last.settings == settings && last.text.catalog == catalog && last.year == year &&
		(last.isLegalKnown || now.Sub(last.loadedAt) < catalogLifetime) {
		return last
	}
	s := &site{
		settings: settings, loadedAt: now, year: year,
		text: &localizer{lang: c.lang, labels: c.labels, catalog: catalog, zone: zone},
	}
	s.legal, s.isLegalKnown = findLegal(ctx, source, c.lang)
	if last != nil && !s.isLegalKnown {
		s.legal = last.legal
	}
	c.build(s)
	c.warnOptions(settings)
	c.current.Store(s)
	return s
}

func (c *siteCache) catalog(
	ctx context.Context, source content.Source, last *site, settings *content.Settings, now time.Time,
) *search.Catalog {
	load := c.cfg.Catalog
	if load == nil {
		if last != nil && last.settings == settings && now.Sub(last.loadedAt) < catalogLifetime {
			return last.text.catalog
		}
		load = func(ctx context.Context, lang i18n.Lang) (*search.Catalog, error) {
			return content.LoadCatalog(ctx, source, lang)
		}
	}
	catalog, err := load(ctx, c.lang)
	if err == nil && catalog != nil {
		return catalog
	}
	c.failed(ctx, "option lists", err)
	if last != nil {
		return last.text.catalog
	}
	return search.NewCatalog(search.Lists{})
}

func (c *siteCache) failed(ctx context.Context, part string, err error) {
	if err != nil && ctx.Err() == nil {
		c.cfg.Log.WarnContext(ctx, "site data is stale: the source failed", "part", part, "lang", c.lang, "err", err)
	}
}

// warnOptions logs what cannot be read in the hours and days of viewings and in the table of
// buying costs.
func (c *siteCache) warnOptions(settings *content.Settings) {
	hours, problems := content.ParseViewingHours(settings.Viewing, settings.DaysOff)
	for _, problem := range problems {
		c.warns.warn("option left out: it cannot be read", "err", problem)
	}
	if len(problems) > 0 && !hours.Any() && !content.TakesNoViewings(settings.Viewing) {
		c.warns.warn("the site takes no viewing requests: no viewing hours of the options can be read", "viewing_hours", settings.Viewing)
	}
	_, problems = content.ParseLandmarkKm(settings.PlacesKm)
	for _, problem := range problems {
		c.warns.warn("option left out: it cannot be read", "err", problem)
	}
	if _, err := content.ParseBuyingCosts(settings.Costs); err != nil {
		c.warns.warn("pages show no buying costs: the option buying_costs cannot be read", "err", err)
	}
}

// hostName is the name of a site whose settings have none: its host without www.
func hostName(siteURL string) string {
	u, err := url.Parse(siteURL)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

// build makes everything that follows from settings and option lists.
func (c *siteCache) build(s *site) {
	s.title = plain(s.settings.SiteTitle)
	if s.title == "" {
		s.title = hostName(c.cfg.SiteURL)
	}
	s.agency = seo.Agency{
		Name: s.title, URL: c.cfg.SiteURL, Logo: seo.Absolute(c.cfg.SiteURL, c.convert.logo(s.settings.LogoLight)),
		Phone: s.settings.Phone1, Mail: s.settings.Mail1, Address: plain(s.settings.Address),
	}
	for _, social := range s.settings.Social {
		if href := c.convert.href(social.URL); href != "" {
			s.agency.SameAs = append(s.agency.SameAs, href)
		}
	}
	s.chrome = chromeBuilder{converter: c.convert, cfg: c.cfg, lang: c.lang, legal: s.legal}.build(s.settings, s.title, s.year)
	s.panels = map[search.Kind][]view.SelectField{
		search.KindProperties:   panelFields(s.text.catalog, c.lang, search.KindProperties),
		search.KindDevelopments: panelFields(s.text.catalog, c.lang, search.KindDevelopments),
	}
}
