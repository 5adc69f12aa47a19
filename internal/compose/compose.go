package compose

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/resolve"
	"estate/internal/route"
	"estate/internal/sanitize"
	"estate/internal/view"
)

// Composer makes views. It is safe for concurrent use.
type Composer struct {
	cfg      Config
	source   content.Source
	pictures Pictures
	clean    *sanitize.Sanitizer
	words    map[i18n.Lang]*words
	sites    map[i18n.Lang]*atomic.Pointer[site]
	keepers  map[i18n.Lang]*listingsKeeper
	told     sync.Map // complaints about content that were logged already
	tellings atomic.Int64
}

// New returns a Composer.
func New(cfg Config, source content.Source, pictures Pictures) (*Composer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	if cfg.Sanitizer == nil {
		if cfg.Sanitizer, err = newSanitizer(cfg, pictures); err != nil {
			return nil, err
		}
	}
	c := &Composer{
		cfg: cfg, source: source, pictures: pictures, clean: cfg.Sanitizer,
		words: map[i18n.Lang]*words{}, sites: map[i18n.Lang]*atomic.Pointer[site]{},
		keepers: map[i18n.Lang]*listingsKeeper{},
	}
	for _, lang := range i18n.Declared {
		c.words[lang] = newWords(lang)
		c.sites[lang] = &atomic.Pointer[site]{}
		c.keepers[lang] = &listingsKeeper{}
	}
	return c, nil
}

// errRedirect is a caller's mistake: redirects are answered, not drawn.
var errRedirect = errors.New("a redirect has no view: answer it before composing")

// View makes the view of a result. It fails only when the request is cancelled
// or the result has nothing to draw.
func (c *Composer) View(ctx context.Context, result *resolve.Result) (*view.View, error) {
	if result.Redirect != nil {
		return nil, errRedirect
	}
	d := c.draft(ctx, result)
	d.compose()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.finish()
	return d.view, nil
}

// compose chooses the screen.
func (d *draft) compose() {
	if d.result.Failure != nil {
		d.failure()
		return
	}
	switch d.result.Target.Kind {
	case route.KindHome:
		d.home()
	case route.KindPropertySearch:
		d.results()
	case route.KindCity:
		d.city()
	case route.KindListing:
		d.listing()
	case route.KindDevelopmentSearch:
		d.developments()
	case route.KindFavorites:
		d.favorites()
	case route.KindEnquiry:
		d.enquiry()
	case route.KindThanks:
		d.thanks()
	case route.KindTerm:
		d.termArchive()
	case route.KindAuthor:
		d.authorArchive()
	case route.KindDate:
		d.dateArchive()
	case route.KindPostArchive, route.KindTypeArchive:
		d.postArchive()
	default:
		d.entity()
	}
}

// entity draws the single content that a link names.
func (d *draft) entity() {
	switch entity := d.result.Entity.(type) {
	case *content.Property:
		d.property(entity)
	case *content.Development:
		d.development(entity)
	case *content.Post:
		d.post(entity)
	case *content.Page:
		d.page(entity)
	case *content.Media:
		d.media(entity)
	default:
		d.failure()
	}
}
