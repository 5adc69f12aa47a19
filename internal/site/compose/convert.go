package compose

import (
	"cmp"
	"regexp"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/sanitize"
	"estate/internal/site/view"
)

// converter turns links, markup and pictures of the CMS into those of a View.
type converter struct {
	sanitizer  *sanitize.Sanitizer
	renditions Pictures  // nil: no pictures
	altLang    i18n.Lang // of alternative texts
}

// html is sanitized markup.
func (c *converter) html(raw content.UnsafeHTML) view.SafeHTML { return c.sanitizer.HTML(string(raw)) }

// picture is an image with its renditions, nil for none. Its alternative text is
// the editor's, else alt.
func (c *converter) picture(image *content.Image, alt string) *view.Picture {
	picture := c.decoration(image)
	if picture != nil {
		picture.Alt, picture.Altered = cmp.Or(image.Alt.In(c.altLang), alt), image.Altered
	}
	return picture
}

// decoration is a picture without alternative text: the texts beside it, on a card
// for example, say what it shows.
func (c *converter) decoration(image *content.Image) *view.Picture {
	if image == nil || image.URL == "" || c.renditions == nil {
		return nil
	}
	return c.renditions.Picture(image, "")
}

// pictures are the images that have renditions.
func (c *converter) pictures(images []content.Image, alt string) []view.Picture {
	pictures := make([]view.Picture, 0, len(images))
	for i := range images {
		if picture := c.picture(&images[i], alt); picture != nil {
			pictures = append(pictures, *picture)
		}
	}
	return pictures
}

// logo is the address of a logo's picture, "" for none.
func (c *converter) logo(address string) string {
	if address == "" || c.renditions == nil {
		return ""
	}
	return c.renditions.Logo(&content.Image{URL: address})
}

// gallery is the featured picture followed by the others, each once.
func (c *converter) gallery(featured *content.Image, others []content.Image, alt string) []view.Picture {
	var all []content.Image
	if featured != nil {
		all = append(all, *featured)
	}
	for _, image := range others {
		if featured == nil || image.URL != featured.URL {
			all = append(all, image)
		}
	}
	return c.pictures(all, alt)
}

// mainImage is the featured image, else the first of the gallery, nil for none. An image that
// cannot be shown, such as HEIC, is passed over.
func (c *converter) mainImage(featured *content.Image, gallery []content.Image) *content.Image {
	var first *content.Image
	for i := range len(gallery) + 1 {
		image := featured
		if i > 0 {
			image = &gallery[i-1]
		}
		if image == nil || image.URL == "" {
			continue
		}
		if c.renditions == nil || c.renditions.Picture(image, "") != nil {
			return image
		}
		if first == nil {
			first = image
		}
	}
	return first
}

// href is an editor's link as a View may have it: a link of the site in normal
// form, or an absolute address with a safe scheme. Other links are "".
func (c *converter) href(raw string) string {
	raw = c.sanitizer.Href(raw)
	switch {
	case raw == "" || strings.ContainsAny(raw, "\x00\t\r\n"):
		return ""
	case strings.HasPrefix(raw, "//") || strings.HasPrefix(raw, `/\`):
		return ""
	case strings.HasPrefix(raw, mediaFolder): // a file has no normal form
		return raw
	case raw[0] == '/':
		return link.Normalize(raw)
	case raw[0] == '#':
		return raw
	}
	scheme, _, ok := strings.Cut(raw, ":")
	if !ok {
		if domain.MatchString(raw) {
			return "https://" + raw
		}
		return link.Normalize("/" + raw)
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto", "tel", "sms":
		return raw
	}
	return ""
}

// mediaFolder is the folder of pictures, films, sounds and documents on the site.
const mediaFolder = "/media/"

// domain is the start of an address whose scheme an editor has left out: facebook.com/agency.
var domain = regexp.MustCompile(`^(?i:(?:www\.)(?:[a-z0-9-]+\.)+[a-z]{2,}|` +
	`(?:[a-z0-9-]+\.)+(?:com|net|org|eu|es|uk|io|me|tv|be|info|app))(?:[/?#]|$)`)

// call is a call to action, nil without a text or a link.
func (c *converter) call(call *content.Call) *view.Anchor {
	if call == nil || call.Text == "" {
		return nil
	}
	href := c.href(call.Link)
	if href == "" {
		return nil
	}
	return &view.Anchor{Href: href, Text: call.Text}
}

// calls are the calls to action that have a text and a link; the one that leads to
// route is the current one.
func (c *converter) calls(calls []content.Call, route string) []view.Anchor {
	var links []view.Anchor
	for i := range calls {
		if anchor := c.call(&calls[i]); anchor != nil {
			anchor.Text = plain(anchor.Text)
			anchor.Current = isRoute(anchor.Href, route)
			links = append(links, *anchor)
		}
	}
	return links
}

// isRoute reports whether a link leads to route, compared without case.
func isRoute(href, route string) bool { return href != "" && strings.EqualFold(href, route) }
