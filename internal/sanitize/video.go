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

// Players returns the videos that markup embeds, in order, each once, at most 20.
func Players(markup string) []Player {
	markup = cut(markup, MaxBytes)
	var found []Player
	seen := map[string]bool{}
	z := xhtml.NewTokenizer(strings.NewReader(markup))
	for {
		kind := z.Next()
		if kind == xhtml.ErrorToken || len(found) == 20 {
			return found
		}
		if kind != xhtml.StartTagToken && kind != xhtml.SelfClosingTagToken {
			continue
		}
		token := z.Token()
		if token.DataAtom != atom.Iframe && token.DataAtom != atom.A {
			continue
		}
		for _, a := range token.Attr {
			if a.Key != "src" && a.Key != "data-src" && a.Key != "href" {
				continue
			}
			if player, ok := FindPlayer(a.Val); ok && !seen[player.Embed] {
				seen[player.Embed] = true
				found = append(found, player)
			}
		}
	}
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
		link := foreignPicture(strings.TrimSpace(address), title)
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
	if src := attr(node, "src"); src != "" && !s.ownPicture(src) {
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

func (s *Sanitizer) sourceFile(node *xhtml.Node) bool {
	if src := attr(node, "src"); src != "" && !s.ownPicture(src) {
		return false
	}
	return s.ownSet(attr(node, "srcset"))
}

// OwnFilm reports whether an address is a video file of the agency: on the site, in its CMS or
// at a media host.
func (s *Sanitizer) OwnFilm(address string) bool {
	u, err := url.Parse(address)
	if err != nil || len(address) > 2000 || u.User != nil || u.Host == "" && !strings.HasPrefix(u.Path, "/") {
		return false
	}
	switch path.Ext(strings.ToLower(u.Path)) {
	case ".mp4", ".webm", ".m4v":
		return s.ownPicture(address)
	}
	return false
}
