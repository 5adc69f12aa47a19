package compose

import (
	"cmp"
	"context"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// screen makes one View. It chooses the parts of its kind of screen; the builders
// make them.
type screen struct {
	*localizer
	*converter
	cfg    *Config
	result *resolve.Result
	site   *site
	view   *view.View

	lookups  *lookups
	head     *headBuilder
	cards    *cardBuilder
	search   *searchBuilder
	posts    *postBuilder
	forms    *formBuilder
	details  *detailBuilder
	sections *sectionBuilder
}

func (c *Composer) newScreen(ctx context.Context, result *resolve.Result) *screen {
	langs := c.cfg.Languages.Of(ctx)
	lang := result.Link.Lang
	if !slices.Contains(langs, lang) {
		lang = i18n.Fallback
	}
	source := result.Source
	if source == nil {
		source = c.source
	}
	shared := c.langs[lang]
	site := shared.site.load(ctx, source)
	text, convert := site.text, shared.convert
	v := &view.View{
		Build: c.cfg.Build, Link: result.Link.String(), Lang: lang, Status: result.Status,
		Data: result.Record, Preview: result.Preview, Content: []view.Section{},
	}
	if v.Status == 0 {
		v.Status = 200
	}
	near, _ := c.source.(content.NearReferences) // a session has no further interfaces
	look := &lookups{source: source, near: near, lang: lang, log: c.cfg.Log, link: v.Link}
	cards := &cardBuilder{localizer: text, converter: convert}
	search := &searchBuilder{
		localizer: text, lookups: look, cards: cards, listings: c.cfg.Listings, listing: result.Listing, panels: site.panels,
		link: result.Link, hints: result.Hints, alerts: c.cfg.Alerts, phones: site.chrome.Phones,
	}
	posts := &postBuilder{localizer: text, converter: convert, lookups: look, cards: cards}
	forms := &formBuilder{
		localizer: text, converter: convert, settings: site.settings, chrome: &site.chrome, legal: site.legal,
		route: result.Link.Route,
	}
	details := &detailBuilder{
		localizer: text, converter: convert, cfg: &c.cfg, lookups: look, cards: cards, forms: forms, link: v.Link,
		landmarks: site.settings.Landmarks, landmarkKm: site.settings.LandmarkKm(), warnings: c.warnings,
	}
	return &screen{
		localizer: text, converter: convert, cfg: &c.cfg, result: result, site: site, view: v,
		lookups: look, cards: cards, search: search, posts: posts, forms: forms, details: details,
		head: &headBuilder{
			Page:       seo.Page{Site: site.title, SiteURL: c.cfg.SiteURL, Lang: lang},
			renditions: convert.renditions, link: result.Link, languages: langs,
		},
		sections: &sectionBuilder{
			localizer: text, converter: convert, cfg: &c.cfg, result: result, view: v, warnings: c.warnings,
			lookups: look, cards: cards, search: search, posts: posts, forms: forms, details: details,
		},
	}
}

// build fills everything but head and chrome.
func (s *screen) build(ctx context.Context) {
	if s.result.Failure != nil {
		s.failure(ctx)
		return
	}
	switch s.result.Target.Kind {
	case route.KindHome:
		s.home(ctx)
	case route.KindPropertySearch:
		s.propertyResults(ctx)
	case route.KindCity:
		s.city(ctx)
	case route.KindListing:
		s.listing(ctx)
	case route.KindDevelopmentSearch:
		s.developmentResults(ctx)
	case route.KindFavorites:
		s.favorites(ctx)
	case route.KindEnquiry:
		s.enquiry()
	case route.KindThanks:
		s.thanks(ctx)
	case route.KindViewing:
		s.viewing(ctx)
	case route.KindAlert:
		s.alert(ctx)
	case route.KindTest:
		s.test(ctx)
	case route.KindTerm:
		s.termArchive(ctx)
	case route.KindAuthor:
		s.authorArchive(ctx)
	case route.KindDate:
		s.dateArchive(ctx)
	case route.KindPostArchive:
		s.blog(ctx)
	case route.KindTypeArchive:
		s.typeArchive(ctx)
	default:
		s.single(ctx)
	}
}

// single is the screen of the one entity that a link names.
func (s *screen) single(ctx context.Context) {
	switch entity := s.result.Entity.(type) {
	case *content.Property:
		s.property(ctx, entity)
	case *content.Development:
		s.development(ctx, entity)
	case *content.Post:
		s.post(ctx, entity)
	case *content.Page:
		s.page(ctx, entity)
	case *content.Media:
		s.media(entity)
	default:
		s.failure(ctx)
	}
}

// finish adds head and chrome.
func (s *screen) finish() *view.View {
	if s.result.Preview || s.result.Link.Query["preview"] != "" {
		s.head.Robots = seo.RobotsNothing
	}
	s.applySEO()
	s.view.Head = s.head.build(s.result.Record, s.view.Header.Breadcrumbs)
	s.view.Chrome = s.site.chrome
	if s.result.Preview || s.result.Target.Kind == route.KindAlert {
		// Their addresses have secrets, which no third party learns.
		s.view.Chrome.Settings.Chat, s.view.Chrome.Settings.Analytics = nil, nil
	}
	s.view.Chrome.Menu = markCurrent(s.site.chrome.Menu, s.result.Link.Route)
	s.view.Languages = languageChoices(s.view, s.head)
	return s.view
}

// applySEO lets what an editor typed into an SEO plugin stand over the templates.
func (s *screen) applySEO() {
	if s.result.Entity == nil || s.result.Failure != nil {
		return
	}
	head := content.HeadOf(s.result.Entity)
	if head == nil || head.SEO == nil {
		return
	}
	own := head.SEO
	s.head.Title, s.head.Description = cmp.Or(own.Title, s.head.Title), cmp.Or(own.Description, s.head.Description)
	s.head.Canonical = cmp.Or(own.Canonical, s.head.Canonical)
	if own.Image != "" {
		s.head.setImage(&content.Image{URL: own.Image}, s.head.ImageAlt)
	}
	if own.NoIndex && s.head.Robots == "" {
		s.head.Robots = seo.RobotsFollow
	}
}

// add appends sections.
func (s *screen) add(sections ...view.Section) {
	s.view.Content = append(s.view.Content, sections...)
}

// setPageTitle sets the browser title of a screen without an entity.
func (s *screen) setPageTitle(title string) {
	s.head.Title = s.t("seo.title.content", "title", title, "site", s.site.title)
}
