package compose

import (
	"context"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// catalogLife bounds how old option lists get that no setting keeps current.
const catalogLife = time.Second

// site is what stays the same from view to view in one language. It is made
// anew when the settings, the option lists or the year change, and is read-only.
type site struct {
	settings *content.Settings
	catalog  *search.Catalog
	made     time.Time
	year     int

	title  string
	agency seo.Agency
	chrome view.Chrome
	panels map[search.Kind][]view.SelectField // without values and counts
}

// siteOf never fails: what cannot be loaded stays as it was known last, and is
// empty where it never was.
func (c *Composer) siteOf(ctx context.Context, source content.Source, lang i18n.Lang) *site {
	known := c.sites[lang].Load()
	now := c.cfg.Now()
	settings, err := source.Settings(ctx, lang)
	if err != nil || settings == nil {
		c.sideFailure(ctx, "settings", err)
		if known != nil {
			return known
		}
		settings = &content.Settings{}
	}
	year := now.In(c.cfg.Zone).Year()
	catalog := c.catalogOf(ctx, source, lang, known, settings, now)
	if known != nil && known.settings == settings && known.catalog == catalog && known.year == year {
		return known
	}
	s := &site{settings: settings, catalog: catalog, made: now, year: year}
	c.furnish(s, lang)
	c.sites[lang].Store(s)
	return s
}

func (c *Composer) catalogOf(ctx context.Context, source content.Source, lang i18n.Lang, known *site, settings *content.Settings, now time.Time) *search.Catalog {
	load := c.cfg.Catalog
	if load == nil {
		if known != nil && known.settings == settings && now.Sub(known.made) < catalogLife {
			return known.catalog
		}
		load = func(ctx context.Context, lang i18n.Lang) (*search.Catalog, error) {
			return content.LoadCatalog(ctx, source, lang)
		}
	}
	catalog, err := load(ctx, lang)
	if err == nil && catalog != nil {
		return catalog
	}
	c.sideFailure(ctx, "option lists", err)
	if known != nil {
		return known.catalog
	}
	return search.NewCatalog(search.Lists{})
}

func (c *Composer) sideFailure(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		c.cfg.Log.WarnContext(ctx, "page goes out with what was known", "part", what, "err", err)
	}
}

// furnish makes everything that follows from settings and option lists.
func (c *Composer) furnish(s *site, lang i18n.Lang) {
	s.title = plain(s.settings.SiteTitle)
	if s.title == "" {
		s.title = i18n.Words.T(lang, "chrome.siteTitle")
	}
	s.agency = seo.Agency{
		Name: s.title, URL: c.cfg.SiteURL, Logo: seo.Absolute(c.cfg.SiteURL, s.settings.LogoLight),
		Phone: s.settings.Phone1, Mail: s.settings.Mail1, Address: plain(s.settings.Address),
	}
	for _, social := range s.settings.Social {
		if href := c.href(social.URL); href != "" {
			s.agency.SameAs = append(s.agency.SameAs, href)
		}
	}
	s.chrome = c.chrome(s, lang)
	s.panels = map[search.Kind][]view.SelectField{
		search.KindProperties:   panelFields(s.catalog, lang, search.KindProperties),
		search.KindDevelopments: panelFields(s.catalog, lang, search.KindDevelopments),
	}
}
