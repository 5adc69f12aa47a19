package compose

import (
	"cmp"
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/resolve"
	"estate/internal/sanitize"
	"estate/internal/seo"
	"estate/internal/view"
)

// draft is one view in the making.
type draft struct {
	*Composer
	ctx    context.Context
	result *resolve.Result
	source content.Source
	lang   i18n.Lang
	word   *words
	site   *site
	view   *view.View

	// about gathers what the head is made of.
	about   seo.Page
	subject seo.Subject
	// elsewhere are the links that the language switcher offers; alternates of
	// the head are a part of them.
	elsewhere map[i18n.Lang]string
	open      *content.Listing[*content.Property] // a search without filters, for its counts
	asked     bool
	lacking   map[string]bool // parts that were missed already
	anchors   map[string]bool // ids that parts of the page have already
}

func (c *Composer) draft(ctx context.Context, result *resolve.Result) *draft {
	lang := result.Link.Lang
	if !lang.IsFilled() {
		lang = i18n.Fallback
	}
	source := result.Source
	if source == nil {
		source = c.source
	}
	d := &draft{
		Composer: c, ctx: ctx, result: result, source: source, lang: lang, word: c.words[lang],
		elsewhere: map[i18n.Lang]string{},
		view: &view.View{
			Build: c.cfg.Build, Link: result.Link.String(), Lang: lang, Status: result.Status,
			Data: result.Record, Preview: result.Preview,
		},
	}
	if d.view.Status == 0 {
		d.view.Status = 200
	}
	d.site = c.siteOf(ctx, source, lang)
	d.about = seo.Page{Site: d.site.title, SiteURL: c.cfg.SiteURL, Lang: lang}
	return d
}

// add appends sections to the view.
func (d *draft) add(sections ...view.Section) {
	d.view.Content = append(d.view.Content, sections...)
}

// t looks a word up in the language of the view.
func (d *draft) t(key string, pairs ...any) string { return i18n.Words.T(d.lang, key, pairs...) }

// path is a path of the site in the language of the view.
func (d *draft) path(path string) string { return d.lang.Prefix() + path }

// html is markup that may stand on the page.
func (d *draft) html(raw content.UnsafeHTML) view.SafeHTML { return d.clean.HTML(string(raw)) }

// image is a picture with its renditions; alt is the editor's unless empty.
func (d *draft) image(image *content.Image, alt string) *view.Picture {
	picture := d.cover(image)
	if picture != nil {
		picture.Alt = cmp.Or(image.Alt.In(d.lang), alt)
	}
	return picture
}

// cover is the picture of a card. The words beside it tell what there is to see,
// so it says nothing itself.
func (d *draft) cover(image *content.Image) *view.Picture {
	if image == nil || image.URL == "" || d.pictures == nil {
		return nil
	}
	return d.pictures.Picture(image, "")
}

// share sets the picture that networks show.
func (d *draft) share(image *content.Image, alt string) {
	if image == nil || image.URL == "" || d.pictures == nil {
		return
	}
	d.about.Image, d.about.ImageAlt = d.pictures.OGImage(image), alt
}

// href makes an editor's link one that may be followed: links of the CMS become
// links of the site in normal form; what could run a script is left out.
func (c *Composer) href(raw string) string {
	raw = c.clean.Href(raw)
	switch {
	case raw == "" || strings.ContainsAny(raw, "\x00\t\r\n"):
		return ""
	case strings.HasPrefix(raw, "//") || strings.HasPrefix(raw, `/\`):
		return ""
	case raw[0] == '/':
		return link.Normalize(raw)
	case raw[0] == '#':
		return raw
	}
	scheme, _, ok := strings.Cut(raw, ":")
	if !ok {
		return link.Normalize("/" + raw)
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto", "tel", "sms":
		return raw
	}
	return ""
}

// call is a call to action; nil without a text or somewhere to go.
func (d *draft) call(call *content.Call) *view.Anchor {
	if call == nil || call.Text == "" {
		return nil
	}
	href := d.href(call.Link)
	if href == "" {
		return nil
	}
	return &view.Anchor{Href: href, Text: call.Text}
}

// tell logs a complaint about content once; it is repeated only after a restart.
func (c *Composer) tell(complaint string, args ...any) {
	if c.tellings.Load() > 10_000 {
		return // nobody reads that many
	}
	key := complaint
	for _, arg := range args {
		key += "\x00" + toText(arg)
	}
	if _, known := c.told.LoadOrStore(key, true); known {
		return
	}
	c.tellings.Add(1)
	c.cfg.Log.Warn(complaint, args...) //nolint:sloglint // every caller passes a constant
}

// missed logs a side look-up that failed; the page goes out without it.
func (d *draft) missed(what string, err error) {
	if err == nil || d.ctx.Err() != nil || d.lacking[what] {
		return
	}
	if d.lacking == nil {
		d.lacking = map[string]bool{}
	}
	d.lacking[what] = true
	d.cfg.Log.WarnContext(d.ctx, "page goes out without a part", "part", what, "link", d.view.Link, "err", err)
}

// plain is an editor's text without tags and entities.
func plain(text string) string { return sanitize.Text(text) }
