package sanitize

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// picture returns the replacement of an img element: renditions of the site, or the picture
// itself with lazy loading, or a link if it is at another host: a page does not contact third
// parties without a click.
func (p *pass) picture(node *xhtml.Node) *xhtml.Node {
	shown := source(node)
	if character, ok := emoji(node, shown); ok {
		return &xhtml.Node{Type: xhtml.TextNode, Data: character}
	}
	src, alt := p.origin(shown), attr(node, "alt")
	switch {
	case src == "" || isGravatar(src):
		p.changes.add(ChangePicture, cmp.Or(src, alt, "without an address"))
		return nil
	case !p.ownPicture(src):
		return p.foreignPicture(node, src, alt)
	}
	setAttr(node, "srcset", sourceSet(node))
	width, height := size(attr(node, "width")), size(attr(node, "height"))
	if width == 0 || height == 0 {
		width, height = sizeInName(src)
	}
	loading := attr(node, "loading")
	if loading != "eager" {
		loading = "lazy"
	}
	if p.cfg.Picture != nil {
		if r, ok := p.cfg.Picture(Image{src, alt, width, height}); ok {
			if mayBeTransparent(src) {
				r.Color = ""
			}
			if r.Width == 0 || r.Height == 0 {
				r = r.inItsOwnSize()
			}
			return renditions(r, alt, loading, attr(node, "class"), objectPosition(attr(node, "style")))
		}
		if _, atCMS := p.cms.Below(src); atCMS { // visitors may not be able to reach the CMS
			p.changes.add(ChangePicture, src)
			return nil
		}
	}
	setAttr(node, "loading", loading)
	setAttr(node, "src", src)
	if srcset := attr(node, "srcset"); srcset == "" || !p.ownSet(srcset) {
		dropAttr(node, "srcset")
	}
	if width == 0 || height == 0 {
		return node
	}
	return boxed(node, width, height)
}

// ownPicture reports whether a picture is at the site, the CMS or a media host.
func (s *Sanitizer) ownPicture(src string) bool {
	u, err := url.Parse(src)
	if err != nil || u.User != nil {
		return false
	}
	if u.Host == "" {
		return u.Scheme == ""
	}
	return (u.Scheme == "" || u.Scheme == "http" || u.Scheme == "https") && s.images[strings.ToLower(u.Host)]
}

func (s *Sanitizer) ownSet(srcset string) bool {
	if srcset == "" {
		return true
	}
	for candidate := range strings.SplitSeq(srcset, ",") {
		fields := strings.Fields(candidate)
		if len(fields) == 0 || !s.ownPicture(fields[0]) {
			return false
		}
	}
	return true
}

// foreignPicture returns a link to a picture at another host, nil for an address that none can have.
// Below a link it is the text of that link.
func (p *pass) foreignPicture(node *xhtml.Node, src, alt string) *xhtml.Node {
	link := foreignLink(src, alt)
	if link == nil {
		p.changes.add(ChangePicture, cmp.Or(alt, "without an address"))
		return nil
	}
	p.changes.add(ChangeForeign, hostOf(src))
	if !p.inLink {
		return link
	}
	if alt == "" && strings.TrimSpace(textOf(linkAround(node))) != "" {
		return nil // the link has a text
	}
	return textAlone(link)
}

// textAlone takes the text out of a link that has nothing else.
func textAlone(link *xhtml.Node) *xhtml.Node {
	text := link.FirstChild
	link.RemoveChild(text)
	return text
}

// linkAround returns the link around a node, else the node.
func linkAround(node *xhtml.Node) *xhtml.Node {
	for parent := range node.Ancestors() {
		if parent.DataAtom == atom.A {
			return parent
		}
	}
	return node
}

// foreignLink returns a link to an address at another host, nil if it is none. Without a text it has
// the name of the host.
func foreignLink(address, text string) *xhtml.Node {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	return withText(newElement(atom.A, "href", address, "rel", "noopener nofollow", "target", "_blank"), cmp.Or(text, u.Host))
}

func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil {
		return strings.ToLower(u.Hostname())
	}
	return ""
}

// boxed puts a picture into a box that reserves its space before it is loaded.
func boxed(node *xhtml.Node, width, height int) *xhtml.Node {
	ratio := strconv.FormatFloat(math.Round(float64(height)/float64(width)*1e6)/1e4, 'f', -1, 64)
	box := newElement(atom.Span, "class", "ratio", "style", "display: block; position: relative; padding-bottom: "+ratio+"%")
	image := *node
	image.Parent, image.PrevSibling, image.NextSibling = nil, nil, nil
	setAttr(&image, "style", "position: absolute; top: 0; left: 0; width: 100%; height: 100%")
	box.AppendChild(&image)
	return box
}

func renditions(r Rendition, alt, loading, class, position string) *xhtml.Node {
	const sizes = "(min-width: 1000px) 1000px, 100vw"
	picture := newElement(atom.Picture)
	img := newElement(atom.Img, "src", r.Src, "alt", alt, "loading", loading, "decoding", "async", "class", class)
	if r.formats {
		for _, ending := range []string{"avif", "webp"} {
			picture.AppendChild(newElement(atom.Source, "type", "image/"+ending, "srcset", strings.TrimSuffix(r.Src, "jpg")+ending))
		}
	}
	if len(r.Widths) > 0 {
		for _, ending := range []string{"avif", "webp"} {
			picture.AppendChild(newElement(atom.Source, "type", "image/"+ending, "srcset", r.srcset(ending), "sizes", sizes))
		}
		setAttr(img, "srcset", r.srcset("jpg"))
		setAttr(img, "sizes", sizes)
	}
	if r.Width > 0 && r.Height > 0 {
		setAttr(img, "width", strconv.Itoa(r.Width))
		setAttr(img, "height", strconv.Itoa(r.Height))
	}
	var styles []string
	if r.Color != "" {
		styles = append(styles, "background-color: "+r.Color)
	}
	if position != "" {
		styles = append(styles, position)
	}
	if len(styles) > 0 {
		setAttr(img, "style", strings.Join(styles, "; "))
	}
	picture.AppendChild(img)
	return picture
}

// objectPosition is the declaration of a style that places a picture in its frame, "" for none.
func objectPosition(style string) string {
	for declaration := range strings.SplitSeq(style, ";") {
		if declaration = strings.TrimSpace(declaration); strings.HasPrefix(declaration, "object-position:") {
			return declaration
		}
	}
	return ""
}

const coverClass, coverPictureClass = "wp-block-cover", "wp-block-cover__image-background"

func isCover(node *xhtml.Node) bool { return hasClass(node, coverClass) }

func hasClass(node *xhtml.Node, class string) bool {
	return slices.Contains(strings.Fields(attr(node, "class")), class)
}

// backgroundURL and backgroundPlace are declarations of a style.
var (
	backgroundURL   = regexp.MustCompile(`(?i)background-image:\s*url\(\s*["']?([^"')\s]+)`)
	backgroundPlace = regexp.MustCompile(`(?i)background-position:\s*([0-9.]{1,8}% [0-9.]{1,8}%)`)
)

// coverBackground is the picture that a cover block has in its style: a cover with a fixed
// background, and every cover of older editors. nil for none.
func coverBackground(node *xhtml.Node) *xhtml.Node {
	if !isCover(node) && !hasClass(node, coverPictureClass) {
		return nil
	}
	style := attr(node, "style")
	address := ""
	if found := backgroundURL.FindStringSubmatch(style); found != nil {
		address = found[1]
	} else if address = lazyBackground(node); address == "" {
		return nil
	}
	img := newElement(atom.Img, "src", address, "alt", attr(node, "aria-label"), "class", coverPictureClass)
	if place := backgroundPlace.FindStringSubmatch(style); place != nil {
		setAttr(img, "style", "object-position: "+place[1])
	}
	return img
}

// lazyBackground is the background of an element that a script would set, "" for none.
func lazyBackground(node *xhtml.Node) string {
	value := firstAttr(node, "data-bg", "data-bg-image", "data-background", "data-background-image", "data-bgset", "data-lazy-bg", "data-back")
	value = strings.Trim(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(value), "url("), ")"), `"' `)
	if looksLikeAddress(value) && !strings.ContainsAny(value, " ()") {
		return value
	}
	return ""
}

// srcset returns the renditions of one format with their widths, as web/src/ui/picture does for
// the pictures of a View.
func (r Rendition) srcset(ending string) string {
	stem := r.Src[:strings.LastIndexByte(r.Src, '-')+1]
	candidates := make([]string, len(r.Widths))
	for i, w := range r.Widths {
		candidates[i] = fmt.Sprintf("%s%d.%s %dw", stem, w, ending, min(w, r.Width))
	}
	return strings.Join(candidates, ", ")
}

// inItsOwnSize returns the widest rendition alone, for a picture of unknown size: it is not enlarged,
// and without widths the browser shows it in its own size.
func (r Rendition) inItsOwnSize() Rendition {
	if len(r.Widths) == 0 {
		return Rendition{Src: r.Src, Color: r.Color}
	}
	stem := r.Src[:strings.LastIndexByte(r.Src, '-')+1]
	widest := strconv.Itoa(r.Widths[len(r.Widths)-1])
	return Rendition{Src: stem + widest + ".jpg", Color: r.Color, formats: true}
}

// mayBeTransparent reports whether the format of a picture has transparency. A colour behind it
// would be seen.
func mayBeTransparent(src string) bool {
	path, _, _ := strings.Cut(strings.ToLower(src), "?")
	for _, ending := range []string{".png", ".webp", ".gif", ".svg", ".avif"} {
		if strings.HasSuffix(path, ending) {
			return true
		}
	}
	return false
}

var sizeSuffix = regexp.MustCompile(`-(\d{1,4})x(\d{1,4})\.[A-Za-z]{3,4}(?:\?|$)`)

// sizeInName returns the size that WordPress writes into the name of a smaller copy, 0 for none.
func sizeInName(src string) (width, height int) {
	found := sizeSuffix.FindStringSubmatch(src)
	if found == nil {
		return 0, 0
	}
	return size(found[1]), size(found[2])
}

// size parses a width or a height in pixels; anything else is 0.
func size(value string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), "px"))
	if err != nil || n < 0 || n > 20000 {
		return 0
	}
	return n
}
