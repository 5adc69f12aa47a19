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
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// Config holds the settings of Views. The comments name the meaning of zero values.
type Config struct {
	SiteURL string // public address, without a final slash; required
	Build   string // id of the front end

	Prefetch      string // all, hover, in-view or no; "" means no
	ForcedRefresh bool   // each change of a filter navigates immediately
	SellAlways    bool   // shows the call to sell before consent

	// ConvertSite and ConvertCMS are the addresses between which the browser's link
	// component converts (routing §11.1). Both are empty by default, because links of
	// a View need no conversion.
	ConvertSite, ConvertCMS string
	// ReservedPrefix is the prefix of the query keys that are options of a request.
	ReservedPrefix string

	Chat      *view.ChatService // nil: no chat
	Analytics *view.Analytics   // nil: visits are not counted

	Tiles *view.Tiles // street map of a third party; nil: the site's own drawing

	// PriceHistory returns the prices of a property, the oldest first. Nil shows none.
	PriceHistory func(ctx context.Context, property content.Ref) ([]content.HistoryEntry, error)

	// Languages are those of the content: the entries of the language switcher.
	Languages content.Languages

	// Alerts adds a link to results by which visitors save the search.
	Alerts bool

	Brochure Brochure
	WhatsApp string // number with country code; "": no link
	// Blog is the path of the posts page without the language's prefix; "" means /blog/.
	Blog string

	// Catalog returns the option lists of a language. Nil loads them from the source
	// when the settings change, and once a second.
	Catalog func(ctx context.Context, lang i18n.Lang) (*search.Catalog, error)
	// Listings returns the listing pages of a language. Nil loads them from the source
	// whenever a View needs them.
	Listings func(ctx context.Context, lang i18n.Lang) (content.ListingPages, error)
	// Sanitizer sanitizes markup; nil makes one from the three settings below.
	Sanitizer  *sanitize.Sanitizer
	CMSURL     string   // address of the remote CMS; its links become links of the site
	MediaHosts []string // further hosts that pictures may come from
	FrameHosts []string // further hosts whose frames load on a click

	Zone *time.Location   // time zone of dates; nil means Europe/Madrid
	Now  func() time.Time // nil means time.Now
	Log  *slog.Logger     // nil means slog.Default()
}

// Brochure is the service that prints brochures. The address of a brochure is
// Template with {agency}, {reference}, {language}, {type} and {client} replaced.
// Without a template only properties with a file have a brochure.
type Brochure struct {
	Template   string
	AgencyID   string
	ReportType string
	ClientID   string
	// Languages of the service; other languages get English. Empty means English only.
	Languages []i18n.Lang
}

// Pictures makes renditions of pictures; internal/media does.
type Pictures interface {
	// Picture returns an image with its renditions, nil for none.
	Picture(image *content.Image, alt string) *view.Picture
	// OGImage returns the address of a JPEG for social networks, "" for none.
	OGImage(image *content.Image) string
	// Logo returns the address of a small picture that may be transparent, "" for none.
	Logo(image *content.Image) string
	// FileAddress returns the address of a film, sound, document or picture of the agency on
	// the site, "" for none.
	FileAddress(address string) string
}

// Validate reports every invalid setting.
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
	if t := c.Brochure.Template; t != "" && !strings.HasPrefix(t, "https://") && !strings.HasPrefix(t, "http://") &&
		!strings.HasPrefix(t, "/") {
		problems = append(problems, fmt.Errorf("brochure template %q: give an address that begins with https://", t))
	}
	return errors.Join(problems...)
}

// withDefaults sets the defaults.
func (c Config) withDefaults() (Config, error) {
	c.Prefetch = cmp.Or(c.Prefetch, "no")
	c.Blog = cmp.Or(c.Blog, "/blog/")
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Zone == nil {
		zone, err := time.LoadLocation(content.DefaultZone)
		if err != nil {
			return c, fmt.Errorf("load time zone: %w", err)
		}
		c.Zone = zone
	}
	return c, nil
}

// ReservedIDs are the ids of the document outside the content, and the fragments that open an overlay;
// React makes those that begin with _r_.
var ReservedIDs = []string{
	"root", "view", "loading", "content", "video", "gallery", "search-form", "enquiry", "comparison", "map-around", "site-menu",
	`menu-[a-z]+-\d+`, `(?:picture|plan|gallery-\d+)-\d+`, "_r_.*",
}

// newSanitizer makes a sanitizer that replaces pictures in the markup by renditions,
// where the markup has their size.
func newSanitizer(c Config, pictures Pictures) (*sanitize.Sanitizer, error) {
	cfg := sanitize.Config{
		SiteURL: c.SiteURL, CMSURL: c.CMSURL, MediaHosts: c.MediaHosts, FrameHosts: c.FrameHosts,
		ReservedIDs: ReservedIDs,
	}
	if pictures != nil {
		cfg.File = pictures.FileAddress
		cfg.Picture = func(image sanitize.Image) (sanitize.Rendition, bool) {
			p := pictures.Picture(&content.Image{URL: image.Src, Width: image.Width, Height: image.Height}, image.Alt)
			if p == nil {
				return sanitize.Rendition{}, false
			}
			r := sanitize.Rendition{Src: p.Src, Widths: p.Widths, Width: p.Width, Height: p.Height, Color: p.Color}
			if image.Width == 0 || image.Height == 0 {
				r.Width, r.Height = 0, 0 // those of the View are assumed
			}
			return r, true
		}
	}
	return sanitize.New(cfg)
}
