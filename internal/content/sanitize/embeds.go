package sanitize

import (
	"cmp"
	"net/url"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// EmbedKind says how an embed is shown.
type EmbedKind int

const (
	// EmbedNone cannot be shown: the address is no page and no film.
	EmbedNone EmbedKind = iota
	// EmbedFile is a film file of the agency, played by the site.
	EmbedFile
	// EmbedFrame is a page of a third party in a frame, loaded on a click.
	EmbedFrame
	// EmbedLink is a link to a page or film of a host that may not be framed.
	EmbedLink
)

// Embed is a film or a tour.
type Embed struct {
	Kind    EmbedKind
	Address string // of the file, the frame or the page; of EmbedNone as it was given
	Host    string // third party that a click contacts, "" for EmbedFile
	Tour    bool   // not known as a film: a virtual tour or another page
	Title   string // text of a link in the markup
	Poster  string // picture of a video element
}

// maxEmbeds is the maximum number of embeds of one markup.
const maxEmbeds = 20

// Embed returns how the film or page at an address is shown.
func (s *Sanitizer) Embed(address string) Embed {
	address = strings.TrimSpace(address)
	if file := s.Film(address); file != "" {
		return Embed{Kind: EmbedFile, Address: file}
	}
	if player, ok := s.Frame(address); ok {
		_, known := FindPlayer(address)
		return Embed{Kind: EmbedFrame, Address: player.Embed, Host: player.Host, Tour: !known}
	}
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	u, err := url.Parse(address)
	if err != nil || len(address) > 2000 || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return Embed{Address: address}
	}
	u.User = nil
	return Embed{Kind: EmbedLink, Address: u.String(), Host: strings.ToLower(u.Hostname()), Tour: true}
}

// Embeds returns the films and tours of the markup of a property, in order, each once, at most 20:
// frames, video elements, and links. Links beside a frame or a film are its credits and are left
// out, unless they lead to a film. Markup without any of them is one embed of EmbedNone.
func (s *Sanitizer) Embeds(markup string) []Embed {
	markup = strings.TrimSpace(prepare(markup, nil))
	if markup == "" {
		return nil
	}
	c := embedCollector{s: s, seen: map[string]bool{}}
	nodes, err := xhtml.ParseFragment(strings.NewReader(markup), &xhtml.Node{Type: xhtml.ElementNode, DataAtom: atom.Body, Data: "body"})
	if err == nil {
		for _, node := range nodes {
			c.node(node)
		}
	}
	if !c.hasFrame {
		for _, link := range c.links {
			c.add(link)
		}
	}
	if len(c.found) == 0 {
		if address := strings.Fields(markup); len(address) == 1 { // a page or film given by its address
			c.add(s.Embed(address[0]))
		}
	}
	if len(c.found) == 0 {
		return []Embed{{Address: cut(markup, 200)}}
	}
	return c.found
}

type embedCollector struct {
	s        *Sanitizer
	found    []Embed
	links    []Embed
	seen     map[string]bool
	hasFrame bool
}

func (c *embedCollector) add(e Embed) {
	if c.seen[e.Address] || len(c.found) == maxEmbeds {
		return
	}
	c.seen[e.Address] = true
	c.found = append(c.found, e)
}

// node collects the embeds of a node and its children.
func (c *embedCollector) node(node *xhtml.Node) {
	if node.Type == xhtml.ElementNode {
		switch node.DataAtom {
		case atom.Iframe, atom.Frame, atom.Embed:
			c.frame(cmp.Or(source(node), attr(node, "src")))
			return
		case atom.Object:
			c.frame(attr(node, "data"))
			return
		case atom.Video:
			c.video(node)
			return
		case atom.A:
			c.link(node)
			return
		}
	}
	for child := range node.ChildNodes() {
		c.node(child)
	}
}

func (c *embedCollector) frame(address string) {
	c.hasFrame = true
	c.add(c.s.Embed(address))
}

// video is the first file of a video element that can be shown, a link to it otherwise.
func (c *embedCollector) video(node *xhtml.Node) {
	c.hasFrame = true
	addresses := []string{source(node)}
	for child := range node.ChildNodes() {
		if child.DataAtom == atom.Source {
			addresses = append(addresses, source(child))
		}
	}
	best := Embed{}
	for _, address := range addresses {
		if address == "" {
			continue
		}
		if e := c.s.Embed(address); best.Address == "" || e.Kind == EmbedFile && best.Kind != EmbedFile {
			best = e
		}
	}
	best.Tour, best.Poster = false, attr(node, "poster")
	c.add(best)
}

// link is a film that a link leads to, or a tour if the markup has nothing else.
func (c *embedCollector) link(node *xhtml.Node) {
	e := c.s.Embed(attr(node, "href"))
	switch {
	case e.Kind == EmbedFile || e.Kind == EmbedFrame && !e.Tour:
		c.add(e)
	case e.Kind != EmbedNone:
		e.Title = strings.Join(strings.Fields(textOf(node)), " ")
		c.links = append(c.links, e)
	}
}

// textOf is the text of a node.
func textOf(node *xhtml.Node) string {
	var text strings.Builder
	for each := range node.Descendants() {
		if each.Type == xhtml.TextNode {
			text.WriteString(each.Data)
		}
	}
	return text.String()
}

// firstAttr is the first attribute with a value.
func firstAttr(node *xhtml.Node, keys ...string) string {
	for _, key := range keys {
		if value := attr(node, key); value != "" {
			return value
		}
	}
	return ""
}
