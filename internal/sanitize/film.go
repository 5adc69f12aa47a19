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

// Player is a film at a host that the site lists, ready to be played on a click.
type Player struct {
	Embed string // address of the player, https
	Host  string // who is contacted on click
}

var (
	youtubeID = regexp.MustCompile(`^[A-Za-z0-9_-]{6,20}$`)
	vimeoID   = regexp.MustCompile(`^[0-9]{4,15}$`)
)

// FindPlayer recognises the address of a film: YouTube becomes its domain
// without cookies, Vimeo the player that does not track.
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

// Players lists the films that markup embeds, in order, each once.
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

// Frame tells whether a foreign page may be opened in a frame by a click, and how.
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

// frame is what stands in place of an iframe: the frame without its address,
// which the front end gives back on a click, and a link beside it. A page that
// no setting lists is only a link.
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

// bareEmbed is the frame of a block whose only text is an address.
func (s *Sanitizer) bareEmbed(node *xhtml.Node) *xhtml.Node {
	text := node.FirstChild
	if text == nil || text.NextSibling != nil || text.Type != xhtml.TextNode {
		return nil
	}
	return s.frameBox(strings.TrimSpace(text.Data), "", 0, 0)
}

// film keeps a video or sound file of the agency's own, which waits for a click.
func (s *Sanitizer) film(node *xhtml.Node) bool {
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

// poster is a rendition of a film's first picture, for originals are sent to nobody.
func (s *Sanitizer) poster(address string) string {
	if !s.ownPicture(address) {
		return ""
	}
	if s.cfg.Picture == nil {
		return address
	}
	const width, height = 1280, 720 // a poster names no size; this is what a film is drawn at
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

// OwnFilm tells whether an address is that of a film file which lies with the
// agency: on the site, in its CMS or at a media host.
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
