package sanitize

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
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
	youtubeID   = regexp.MustCompile(`^[A-Za-z0-9_-]{6,20}$`)
	youtubeList = regexp.MustCompile(`^[A-Za-z0-9_-]{10,64}$`)
	vimeoID     = regexp.MustCompile(`^[0-9]{4,15}$`)
	vimeoHash   = regexp.MustCompile(`^[0-9a-f]{6,20}$`)
	moment      = regexp.MustCompile(`^(?:([0-9]{1,2})h)?(?:([0-9]{1,3})m)?(?:([0-9]{1,5})s?)?$`)
)

// minStart is the first second, after which a start is meant: the button that shares a film writes the
// second at which it was pressed.
const minStart = 5

// FindPlayer returns the player of a video URL: for YouTube the domain without cookies, for Vimeo
// the player with dnt=1. The moment at which a film starts, the list of several films and the key of
// an unlisted film stay.
func FindPlayer(address string) (Player, bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > 2000 || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return Player{}, false
	}
	segments := strings.Split(strings.Trim(u.Path, "/"), "/")
	switch strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(u.Host), "www."), "m.") {
	case "youtube.com", "youtube-nocookie.com", "music.youtube.com":
		return youtube(segments, u)
	case "youtu.be":
		return youtube(append([]string{"embed"}, segments...), u)
	case "vimeo.com", "player.vimeo.com":
		return vimeo(segments, u)
	}
	return Player{}, false
}

// youtube returns the player of a film or a list. Other pages, such as a channel, have none.
func youtube(segments []string, u *url.URL) (Player, bool) {
	query := u.Query()
	id := ""
	switch segments[0] {
	case "watch":
		id = query.Get("v")
	case "embed", "v", "e", "shorts", "live", "vi":
		id = segments[len(segments)-1]
	case "playlist":
		id = "videoseries"
	}
	list := query.Get("list")
	hasList := youtubeList.MatchString(list)
	if !youtubeID.MatchString(id) || id == "playlist" || id == "videoseries" && !hasList {
		return Player{}, false
	}
	kept := url.Values{}
	if hasList {
		kept.Set("list", list)
	}
	if start := seconds(firstOf(query, "start", "t", "time_continue"), strings.TrimPrefix(u.Fragment, "t=")); start >= minStart {
		kept.Set("start", strconv.Itoa(start))
	}
	if end := seconds(query.Get("end")); end > 0 {
		kept.Set("end", strconv.Itoa(end))
	}
	player := "https://www.youtube-nocookie.com/embed/" + id
	if len(kept) > 0 {
		player += "?" + kept.Encode()
	}
	return Player{player, "www.youtube-nocookie.com"}, true
}

// vimeo returns the player of a film. Its key, which an unlisted film needs, is in the query or
// follows the number. Other pages, such as a showcase or an event, have none.
func vimeo(segments []string, u *url.URL) (Player, bool) {
	at := len(segments) - 1
	key := u.Query().Get("h")
	if at > 0 && vimeoID.MatchString(segments[at-1]) && vimeoHash.MatchString(segments[at]) {
		key = segments[at]
		at--
	}
	isPage := at > 0 && !slices.Contains([]string{"video", "videos"}, segments[at-1]) && segments[0] != "channels"
	if isPage || !vimeoID.MatchString(segments[at]) {
		return Player{}, false
	}
	player := "https://player.vimeo.com/video/" + segments[at] + "?"
	if vimeoHash.MatchString(key) {
		player += "h=" + key + "&"
	}
	player += "dnt=1"
	if start := seconds(strings.TrimPrefix(u.Fragment, "t=")); start > 0 {
		player += "#t=" + strconv.Itoa(start) + "s"
	}
	return Player{player, "player.vimeo.com"}, true
}

// firstOf returns the first value of a query that is not empty.
func firstOf(query url.Values, keys ...string) string {
	for _, key := range keys {
		if value := query.Get(key); value != "" {
			return value
		}
	}
	return ""
}

// seconds reads the first moment that is one, such as 95, 95s or 1m35s; 0 for none.
func seconds(moments ...string) int {
	for _, text := range moments {
		if found := moment.FindStringSubmatch(text); found != nil && text != "" {
			return 3600*size(found[1]) + 60*size(found[2]) + size(found[3])
		}
	}
	return 0
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
func (p *pass) frame(node *xhtml.Node) *xhtml.Node {
	src, title := source(node), attr(node, "title")
	if hasClass(node, "wp-embedded-content") { // another article, which its quotation beside links
		for sibling := range node.Parent.ChildNodes() {
			if sibling.DataAtom == atom.Blockquote {
				return nil
			}
		}
		src, _, _ = strings.Cut(src, "embed/#")
		return p.linkBox(src, title)
	}
	return p.frameBox(src, title, size(attr(node, "width")), size(attr(node, "height")))
}

func (p *pass) frameBox(address, title string, width, height int) *xhtml.Node {
	player, ok := p.Frame(address)
	if !ok || p.inLink {
		p.changes.add(ChangeFrame, cmp.Or(hostOf(address), address, title, "without an address"))
		return p.linkBox(address, title)
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

// linkBox returns a paragraph with a link to a page or a file that is not shown in the page, nil
// without an address. Below a link it is a text.
func (p *pass) linkBox(address, text string) *xhtml.Node {
	link := p.frameLink(address, text)
	switch {
	case link == nil:
		return nil
	case p.inLink:
		return textAlone(link)
	}
	box := newElement(atom.P, "class", "frame-link")
	box.AppendChild(link)
	return box
}

// frameLink returns a link to a page or a file that is not framed, nil without an address.
func (s *Sanitizer) frameLink(address, title string) *xhtml.Node {
	href := s.Href(address)
	if !strings.HasPrefix(href, "/") || strings.HasPrefix(href, "//") {
		return foreignLink(href, title)
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
func (p *pass) bareEmbed(node *xhtml.Node) *xhtml.Node {
	text := node.FirstChild
	if text == nil || text.NextSibling != nil || text.Type != xhtml.TextNode {
		return nil
	}
	return p.frameBox(strings.TrimSpace(text.Data), "", 0, 0)
}

// video rewrites a video or audio element of the agency: it loads on a click. One whose file is at
// another host is replaced by a link.
func (p *pass) video(node *xhtml.Node) *xhtml.Node {
	src := source(node)
	if src == "" {
		dropAttr(node, "src")
	} else {
		setAttr(node, "src", src)
	}
	if address, ok := p.playable(node); !ok {
		title := cmp.Or(attr(node, "title"), attr(node, "aria-label"), fileName(address))
		p.changes.add(ChangeFilm, cmp.Or(hostOf(address), address, "without an address"))
		return p.linkBox(address, title)
	}
	p.filmFile(node)
	if poster := cmp.Or(attr(node, "poster"), attr(node, "data-poster")); poster != "" {
		if poster = p.poster(p.origin(poster)); poster == "" {
			dropAttr(node, "poster")
		} else {
			setAttr(node, "poster", poster)
		}
	}
	dropAttr(node, "autoplay")
	setAttr(node, "controls", "")
	setAttr(node, "preload", "none")
	return node
}

// playable reports that the site serves a file of a film or a sound, and returns its address or the
// first of those that it does not serve.
func (p *pass) playable(node *xhtml.Node) (address string, ok bool) {
	address = attr(node, "src")
	if address != "" {
		return address, p.isOwnFile(address)
	}
	for each := range node.Descendants() {
		if each.DataAtom != atom.Source {
			continue
		}
		src := source(each)
		if src != "" && p.isOwnFile(src) {
			return src, true
		}
		address = cmp.Or(address, src)
	}
	return address, false
}

// fileName is the name of the file at an address.
func fileName(address string) string {
	u, err := url.Parse(address)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	return path.Base(u.Path)
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
	srcset := sourceSet(node)
	if srcset != "" {
		setAttr(node, "srcset", srcset)
	}
	if src := source(node); src != "" && attr(node, "src") != src && srcset == "" {
		setAttr(node, "src", src)
	}
	if srcset != "" && s.cfg.Picture != nil {
		return false
	}
	return s.filmFile(node) && s.ownSet(srcset)
}

// isOwnFile reports that the site serves a film or a sound, or that a browser may load it.
func (s *Sanitizer) isOwnFile(address string) bool {
	return s.ownPicture(address) && s.servedFile(address) != ""
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
