package compose

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"estate/internal/content"
	"estate/internal/content/cmsurl"
	"estate/internal/content/i18n"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
)

// Composer makes Views. It is safe for concurrent use.
type Composer struct {
	cfg      Config
	source   content.Source
	warnings *contentWarnings
	langs    map[i18n.Lang]*language
	// addresses replaces the address of the CMS by that of the site.
	addresses cmsurl.Rewriter
}

// language holds what the Views of one language share.
type language struct {
	convert *converter
	site    *siteCache
}

// New returns a Composer. Its errors name invalid settings.
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
		cfg: cfg, source: source, warnings: &contentWarnings{log: cfg.Log}, langs: map[i18n.Lang]*language{},
		addresses: cmsurl.NewRewriter(cfg.SiteURL, cfg.CMSURL),
	}
	for _, lang := range i18n.Declared {
		convert := &converter{sanitizer: cfg.Sanitizer, renditions: pictures, altLang: lang}
		c.langs[lang] = &language{
			convert: convert,
			site:    newSiteCache(&c.cfg, convert, lang, c.warnings),
		}
	}
	return c, nil
}

// errRedirect is an error of the caller: a redirect is answered without a View.
var errRedirect = errors.New("a redirect has no view: answer it before composing")

// View makes the View of a result. It fails when the context ends and when the
// result is a redirect.
func (c *Composer) View(ctx context.Context, result *resolve.Result) (*view.View, error) {
	s, err := c.compose(ctx, result)
	if err != nil {
		return nil, err
	}
	return withoutCMS(c.addresses, s.view), nil
}

// Encoded is a View with its JSON.
type Encoded struct {
	View *view.View
	JSON []byte
}

// Encode is View with its JSON. It searches the JSON for the hosts of the CMS: almost no View has one, and
// then its texts are not visited one by one.
func (c *Composer) Encode(ctx context.Context, result *resolve.Result) (*Encoded, error) {
	s, err := c.compose(ctx, result)
	if err != nil {
		return nil, err
	}
	v := s.view
	data, err := json.Marshal(v)
	if err == nil && c.addresses.MayChangeJSON(data) {
		if changed := withoutCMS(c.addresses, v); changed != v {
			v = changed
			data, err = json.Marshal(v)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("encode the view of %s: %w", v.Link, err)
	}
	return &Encoded{v, data}, nil
}

func (c *Composer) compose(ctx context.Context, result *resolve.Result) (*screen, error) {
	if result.Redirect != nil {
		return nil, errRedirect
	}
	s := c.newScreen(ctx, result)
	s.build(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.finish()
	return s, nil
}

// InvalidForm makes the View of an enquiry form that was not accepted, with the
// values and the errors of form. result is that of EnquiryPath, or of
// ViewingPath with the ids of the form. The View holds data
// of one visitor and must not be cached.
func (c *Composer) InvalidForm(ctx context.Context, result *resolve.Result, status int, form view.EnquiryForm) (*view.View, error) {
	s := c.newScreen(ctx, result)
	s.invalidForm(ctx, status, form)
	return withoutCMS(c.addresses, s.finish()), ctx.Err()
}

// InvalidAlert makes the View of a form that saves a search and was not accepted. result is that of
// AlertPath with the search. The View holds data of one visitor and must not be cached.
func (c *Composer) InvalidAlert(ctx context.Context, result *resolve.Result, status int, sent AlertValues) (*view.View, error) {
	s := c.newScreen(ctx, result)
	s.view.Status = status
	s.alertForm(sent)
	return withoutCMS(c.addresses, s.finish()), ctx.Err()
}

// Text returns a text of the CMS, such as a title, with addresses of the site in place of those of
// the CMS, for a feed.
func (c *Composer) Text(text string) string { return c.addresses.Text(text) }

// HTML sanitizes CMS markup for a page or a feed.
func (c *Composer) HTML(raw content.UnsafeHTML) view.SafeHTML {
	return c.cfg.Sanitizer.HTML(string(raw))
}
