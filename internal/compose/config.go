package compose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/sanitize"
	"estate/internal/search"
	"estate/internal/view"
)

// Config holds the settings that views show or obey. Zero values mean what the
// comments name.
type Config struct {
	SiteURL string // public address, without a final slash; required
	Build   string // names the front end

	Prefetch      string // all, hover, in-view or no; "" means no
	ForcedRefresh bool   // every change of a filter navigates at once
	SellAlways    bool   // the sell-your-property call does not wait for consent

	// ConvertSite and ConvertCMS are handed to the browser's link component, which
	// converts between them; both empty because links of a view are ready.
	ConvertSite, ConvertCMS string
	// ReservedPrefix begins the query keys that are options of a request.
	ReservedPrefix string

	Chat      *view.ChatService // nil: no chat
	Analytics *view.Analytics   // nil: visits are not counted

	Tiles *view.Tiles // streets below the map; nil: the map is the site's own drawing

	Brochure Brochure
	WhatsApp string // number with its country code; "" means no such link
	// ReferencePath answers reference look-ups as JSON, the language's prefix
	// before it; "" means /wp-json/estate/v1/get_reference.
	ReferencePath string
	// Blog is the path of the posts page without the language's prefix; "" means /blog/.
	Blog string

	// Catalog answers with the option lists of a language. Nil loads them from
	// the source whenever the settings change, and once a second.
	Catalog func(ctx context.Context, lang i18n.Lang) (*search.Catalog, error)
	// Sanitizer cleans markup; nil makes one of the three settings below.
	Sanitizer  *sanitize.Sanitizer
	CMSURL     string   // address of the remote content system, whose links become the site's
	MediaHosts []string // further hosts that pictures may come from
	FrameHosts []string // further hosts whose frames open on a click

	Zone *time.Location   // where dates are told; nil means Europe/Madrid
	Now  func() time.Time // nil means time.Now
	Log  *slog.Logger     // nil means slog.Default()
}

// Brochure tells how the address of a home's brochure is made: Template with
// {agency}, {reference}, {language}, {type} and {client} replaced. Without a
// template only homes with a file of their own have a brochure.
type Brochure struct {
	Template   string
	AgencyID   string
	ReportType string
	ClientID   string
	// Languages that the service prints; others get its English. Empty means English alone.
	Languages []i18n.Lang
}

// Pictures makes renditions of pictures; internal/media does.
type Pictures interface {
	// Picture is an image with every rendition; nil when there is none to show.
	Picture(image *content.Image, alt string) *view.Picture
	// OGImage is the address of a JPEG that networks show, "" for none.
	OGImage(image *content.Image) string
}

// Validate joins every complaint.
func (c Config) Validate() error {
	var problems []error
	if u, err := url.Parse(c.SiteURL); err != nil || u.Host == "" || strings.HasSuffix(c.SiteURL, "/") {
		problems = append(problems, fmt.Errorf("site address %q: give one such as https://www.example.com", c.SiteURL))
	}
	switch c.Prefetch {
	case "", "all", "hover", "in-view", "no":
	default:
		problems = append(problems, fmt.Errorf("prefetch mode %q: use all, hover, in-view or no", c.Prefetch))
	}
	if c.Blog != "" && (!strings.HasPrefix(c.Blog, "/") || !strings.HasSuffix(c.Blog, "/")) {
		problems = append(problems, fmt.Errorf("blog path %q: begin and end it with a slash", c.Blog))
	}
	if t := c.Brochure.Template; t != "" && !strings.HasPrefix(t, "https://") && !strings.HasPrefix(t, "http://") && !strings.HasPrefix(t, "/") {
		problems = append(problems, fmt.Errorf("brochure template %q: give an address that begins with https://", t))
	}
	return errors.Join(problems...)
}

// withDefaults fills what is left open.
func (c Config) withDefaults() (Config, error) {
	c.Prefetch = cmp.Or(c.Prefetch, "no")
	c.ReferencePath = cmp.Or(c.ReferencePath, "/wp-json/estate/v1/get_reference")
	c.Blog = cmp.Or(c.Blog, "/blog/")
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Zone == nil {
		zone, err := time.LoadLocation("Europe/Madrid")
		if err != nil {
			return c, fmt.Errorf("load time zone: %w", err)
		}
		c.Zone = zone
	}
	return c, nil
}

// reservedIDs are ids of the document around the content.
var reservedIDs = []string{"root", "view", "content", "video", "gallery", "search-form", "enquiry"}

// newSanitizer cleans markup and gives the pictures in it renditions of ours,
// where the markup tells how large they are.
func newSanitizer(c Config, pictures Pictures) (*sanitize.Sanitizer, error) {
	cfg := sanitize.Config{
		SiteURL: c.SiteURL, CMSURL: c.CMSURL, MediaHosts: c.MediaHosts, FrameHosts: c.FrameHosts,
		ReservedIDs: reservedIDs,
	}
	if pictures != nil {
		cfg.Picture = func(image sanitize.Image) (sanitize.Rendition, bool) {
			p := pictures.Picture(&content.Image{URL: image.Src, Width: image.Width, Height: image.Height}, image.Alt)
			if p == nil {
				return sanitize.Rendition{}, false
			}
			return sanitize.Rendition{
				Src: p.Src, Widths: p.Widths, Width: p.Width, Height: p.Height, Color: p.Color,
			}, true
		}
	}
	return sanitize.New(cfg)
}

// HTML is CMS markup as it may stand on a page, or in a feed.
func (c *Composer) HTML(raw content.UnsafeHTML) view.SafeHTML { return c.clean.HTML(string(raw)) }
