package sanitize

import (
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Player is a video at a known host, played after a click.
type Player struct {
	Embed string // URL of the player, https
	Host  string // host that the browser contacts
}

var (
	youtubeID = regexp.MustCompile(`^[A-Za-z0-9_-]{6,20}$`)
	vimeoID   = regexp.MustCompile(`^[0-9]{4,15}$`)
)

// FindPlayer returns the player of a video URL: for YouTube the domain without cookies, for Vimeo
// the player with dnt=1.
func FindPlayer(address string) (Player, bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > 2000 || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return Player{}, false
	}
	segments := strings.Split(strings.Trim(u.Path, "/"), "/")
	last := segments[len(segments)-1]
	switch strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(u.Host), "www."), "m.") {
	case "youtube.com", "youtube-nocookie.com":
		if last == "watch" {
			last = u.Query().Get("v")
		}
	case "youtu.be":
	case "vimeo.com", "player.vimeo.com":
		if !vimeoID.MatchString(last) {
			return Player{}, false
		}
		return Player{"https://player.vimeo.com/video/" + last + "?dnt=1", "player.vimeo.com"}, true
	default:
		return Player{}, false
	}
	if !youtubeID.MatchString(last) || last == "playlist" || last == "videoseries" {
		return Player{}, false
	}
	return Player{"https://www.youtube-nocookie.com/embed/" + last, "www.youtube-nocookie.com"}, true
}

// Frame returns how a page of a third party is framed after a click; false means that it may not.
func (s *Sanitizer) Frame(address string) (Player, bool) {
	if player, ok := FindPlayer(address); ok {
		return player, true
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > 2000 || !s.frames[strings.ToLower(u.Host)] {
		return Player{}, false
	}
	if u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return Player{}, false
	}
	u.Scheme, u.User = "https", nil
	return Player{u.String(), strings.ToLower(u.Host)}, true
}

// frame returns the replacement of an iframe: a frame without src, which the front end sets on
// a click, and a link beside it. A page that may not be framed becomes a link.
func (s *Sanitizer) frame(node *xhtml.Node) *xhtml.Node {
	src := attr(node, "src")
	if lazy := attr(node, "data-src"); lazy != "" {
		src = lazy
	}
	return s.frameBox(src, attr(node, "title"), size(attr(node, "width")), size(attr(node, "height")))
}

func (s *Sanitizer) frameBox(address, title string, width, height int) *xhtml.Node {
	player, ok := s.Frame(address)
	if !ok {
		link := s.frameLink(address, title)
		if link == nil {
			return nil
		}
		box := newElement(atom.P, "class", "frame-link")
		box.AppendChild(link)
		return box
	}
	text := title
	if text == "" {
		text = player.Host
	}
	frame := newElement(atom.Iframe, "data-src", player.Embed, "title", text, "loading", "lazy", "style", "visibility: hidden")
	if width > 0 && height > 0 {
		setAttr(frame, "width", strconv.Itoa(width))
		setAttr(frame, "height", strconv.Itoa(height))
	}
	setAttr(frame, "allowfullscreen", "")
	box := newElement(atom.Figure, "class", "frame")
	box.AppendChild(frame)
	box.AppendChild(withText(newElement(atom.A, "href", player.Embed, "rel", "noopener nofollow", "target", "_blank"), text))
	return box
}

// frameLink returns a link to a page or a file that is not framed, nil without an address.
func (s *Sanitizer) frameLink(address, title string) *xhtml.Node {
	href := s.Href(address)
	if !strings.HasPrefix(href, "/") || strings.HasPrefix(href, "//") {
		return foreignPicture(href, title)
	}
	if title == "" {
		file, _ := s.below(strings.TrimSpace(address))
		if title = path.Base(file); title == "." || title == "/" {
			title = href
		}
	}
	return withText(newElement(atom.A, "href", href, "target", "_self"), title)
}

// bareEmbed returns the frame of a block whose only text is a URL.
func (s *Sanitizer) bareEmbed(node *xhtml.Node) *xhtml.Node {
	text := node.FirstChild
	if text == nil || text.NextSibling != nil || text.Type != xhtml.TextNode {
		return nil
	}
	return s.frameBox(strings.TrimSpace(text.Data), "", 0, 0)
}

// video rewrites a video or audio element of the agency: it loads on a click. False means that
// the file is at another host.
func (s *Sanitizer) video(node *xhtml.Node) bool {
	if !s.filmFile(node) {
		return false
	}
	if poster := attr(node, "poster"); poster != "" {
		if poster = s.poster(poster); poster == "" {
			dropAttr(node, "poster")
		} else {
			setAttr(node, "poster", poster)
		}
	}
	dropAttr(node, "autoplay")
	setAttr(node, "controls", "")
	setAttr(node, "preload", "none")
	return true
}

// poster returns a rendition of the poster: originals are never sent.
func (s *Sanitizer) poster(address string) string {
	if !s.ownPicture(address) {
		return ""
	}
	if s.cfg.Picture == nil {
		return address
	}
	const width, height = 1280, 720 // a poster has no size in the markup
	if r, ok := s.cfg.Picture(Image{Src: address, Width: width, Height: height}); ok {
		return r.Src
	}
	return ""
}

// sourceFile rewrites a source element. False means that its file is at another host, or that it
// is an original of a picture.
func (s *Sanitizer) sourceFile(node *xhtml.Node) bool {
	srcset := attr(node, "srcset")
	if srcset != "" && s.cfg.Picture != nil {
		return false
	}
	return s.filmFile(node) && s.ownSet(srcset)
}

// filmFile rewrites the src of a film or a sound of the agency to the address at which the site
// serves it. False means that it serves none.
func (s *Sanitizer) filmFile(node *xhtml.Node) bool {
	src := attr(node, "src")
	if src == "" {
		return true
	}
	if !s.ownPicture(src) {
		return false
	}
	if src = s.servedFile(src); src == "" {
		return false
	}
	setAttr(node, "src", src)
	return true
}

// Film returns the address at which the site serves a video file of the agency, on the site, in
// its CMS or at a media host; "" for any other address.
func (s *Sanitizer) Film(address string) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || len(address) > 2000 || u.User != nil || u.Host == "" && !strings.HasPrefix(u.Path, "/") {
		return ""
	}
	switch path.Ext(strings.ToLower(u.Path)) {
	case ".mp4", ".webm", ".m4v", ".mov":
	default:
		return ""
	}
	if !s.ownPicture(address) {
		return ""
	}
	return s.servedFile(address)
}

// servedFile is File for a film of the CMS. Browsers load those of media hosts there.
func (s *Sanitizer) servedFile(address string) string {
	if _, ok := s.below(address); !ok || s.cfg.File == nil {
		return address
	}
	return s.File(address)
}
