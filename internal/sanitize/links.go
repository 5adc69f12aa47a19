package sanitize

import (
	"net/url"
	"strings"

	xhtml "golang.org/x/net/html"
)

// base is the host and the path prefix of the site or of the CMS.
type base struct {
	host   string // lower case, with port; "" when unknown
	folder string // "" or "/cms", without a final slash
}

func newBase(address string) base {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return base{}
	}
	return base{host: strings.ToLower(u.Host), folder: strings.TrimRight(u.Path, "/")}
}

// below returns the part of address below the base, with its leading slash. The scheme is
// ignored; the folder must match whole segments.
func (b base) below(address string) (string, bool) {
	if b.host == "" {
		return "", false
	}
	rest, ok := withoutScheme(address)
	if !ok {
		return "", false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	if !strings.EqualFold(rest[:end], b.host) {
		return "", false
	}
	path := rest[end:]
	if b.folder != "" {
		if path, ok = strings.CutPrefix(path, b.folder); !ok {
			return "", false
		}
	}
	switch {
	case path == "":
		return "/", true
	case path[0] == '/':
		return path, true
	case path[0] == '?' || path[0] == '#':
		return "/" + path, true
	}
	return "", false
}

func withoutScheme(address string) (string, bool) {
	if rest, ok := strings.CutPrefix(address, "//"); ok {
		return rest, true
	}
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return "", false
	}
	return rest, true
}

// Href is a content link as visitors see it: one that leads to the CMS leads to
// the same place of the site (routing §11.1). Uploads stay where they are.
func (s *Sanitizer) Href(href string) string {
	href = strings.TrimSpace(href)
	if rest, ok := s.cms.below(href); ok && !isUpload(rest) {
		return s.site.folder + rest
	}
	return href
}

// isUpload reports whether a path is a file or an internal path of WordPress, which the site does
// not serve.
func isUpload(path string) bool {
	for _, folder := range []string{"/wp-content/", "/wp-includes/", "/wp-json/", "/wp-admin/"} {
		if strings.HasPrefix(path, folder) {
			return true
		}
	}
	return false
}

// pageTop replaces "#", the top of the page, while the allow-list is applied: bluemonday removes
// an empty fragment. No element can have this id (see identifier).
const pageTop = "#-"

// anchor rewrites a link of the content to a link of the site. A link within the page has no
// target; any other link has one, by which the front end recognizes links that it may follow itself.
func (s *Sanitizer) anchor(node *xhtml.Node) {
	href := attr(node, "href")
	if href == "" || strings.HasPrefix(href, "#") {
		dropAttr(node, "target")
		if href == "#" {
			setAttr(node, "href", pageTop)
		}
		return
	}
	setAttr(node, "href", s.Href(href))
	if attr(node, "target") != "_blank" {
		setAttr(node, "target", "_self")
		return
	}
	setAttr(node, "rel", "noopener")
}
