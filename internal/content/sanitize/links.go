package sanitize

import (
	"strings"

	xhtml "golang.org/x/net/html"

	"estate/internal/content/cmsurl"
)

// Href is a content link as visitors see it. A page of the CMS is the same page of the site
// (routing §11.1), a file of the CMS is served by the site. A page that only the CMS has, such as
// its login, and an address with a user are "".
func (s *Sanitizer) Href(href string) string {
	href = s.origin(strings.TrimSpace(href))
	path, ok := s.below(href)
	switch {
	case cmsurl.HasUser(browserForm(href)) && !ok:
		return ""
	case !ok:
		return s.addresses.Text(href)
	case cmsurl.IsInternal(path):
		return ""
	}
	if file := s.File(href); file != "" {
		return file
	}
	if cmsurl.IsUpload(path) && s.cfg.File != nil {
		return ""
	}
	if cmsurl.IsUpload(path) || strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "//") {
		return href
	}
	return s.site.Folder() + path
}

// browserForm is an address as browsers read it: without tabs and line breaks, and with
// slashes in place of backslashes.
func browserForm(address string) string { return asBrowser.Replace(address) }

var asBrowser = strings.NewReplacer("\t", "", "\n", "", "\r", "", `\`, "/")

// below returns the path of a link below the CMS. A relative link has one if it is an upload: the
// site has no such files of its own.
func (s *Sanitizer) below(href string) (string, bool) {
	if path, ok := s.cms.Below(href); ok {
		return path, true
	}
	path, ok := s.site.Below(href)
	if !ok {
		path, ok = href, strings.HasPrefix(href, "/")
	}
	return path, ok && (cmsurl.IsUpload(path) || strings.HasPrefix(path, mediaFolder))
}

// mediaFolder is the folder of the site's own files.
const mediaFolder = "/media/"

// File returns the address at which the site serves a picture, film, sound or document of the
// agency, "" for other addresses.
func (s *Sanitizer) File(address string) string {
	if s.cfg.File == nil {
		return ""
	}
	return s.cfg.File(strings.TrimSpace(address))
}

// pageTop replaces "#", the top of the page, while the allow-list is applied: bluemonday removes
// an empty fragment. No element can have this id (see anchorName).
const pageTop = "#-"

// anchor rewrites a link of the content to a link of the site. A link within the page has no
// target; any other link has one, by which the front end recognizes links that it may follow itself.
func (p *pass) anchor(node *xhtml.Node) {
	href := strings.TrimSpace(attr(node, "href"))
	if p.inLink { // a link inside a link ends the outer one
		href = ""
		dropAttr(node, "href")
	}
	p.inLink = p.inLink || href != ""
	if href == "" || strings.HasPrefix(href, "#") {
		dropAttr(node, "target")
		switch href {
		case "":
		case "#":
			setAttr(node, "href", pageTop)
		default:
			setAttr(node, "href", withFragment(p.addresses.Text(href)))
		}
		return
	}
	if href = p.Href(href); href == "" { // a page of the CMS alone: only its text stays
		p.inLink = false
		dropAttr(node, "href")
		dropAttr(node, "target")
		return
	}
	setAttr(node, "href", withFragment(href))
	if attr(node, "target") != "_blank" {
		setAttr(node, "target", "_self")
		return
	}
	setAttr(node, "rel", "noopener")
}
