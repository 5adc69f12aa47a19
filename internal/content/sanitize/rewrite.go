package sanitize

import (
	"slices"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"estate/internal/content/cmsurl"
)

// dropped are elements that are removed with what they hold, which is no text.
var dropped = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Template: true, atom.Noscript: true, atom.Svg: true, atom.Noembed: true, atom.Noframes: true,
	atom.Frameset: true, atom.Title: true, atom.Base: true, atom.Link: true, atom.Meta: true, atom.Param: true, atom.Area: true,
	atom.Track: true, atom.Input: true,
	atom.Select: true, atom.Option: true, atom.Optgroup: true, atom.Datalist: true, atom.Embed: true, atom.Bgsound: true,
}

// likeOther are elements that become others of the same look: the page has one h1 and landmarks of its
// own, and blocks stay apart.
var likeOther = map[string]atom.Atom{
	"h1": atom.H2, "nav": atom.Div, "main": atom.Div, "header": atom.Div, "footer": atom.Div, "hgroup": atom.Div, "search": atom.Div,
	"center": atom.Div, "fieldset": atom.Div, "legend": atom.Div, "form": atom.Div, "dialog": atom.Div, "marquee": atom.Div, "body": atom.Div,
	"menu": atom.Ul, "dir": atom.Ul, "strike": atom.S, "tt": atom.Code, "acronym": atom.Abbr, "textarea": atom.Pre, "xmp": atom.Pre,
	"listing": atom.Pre, "plaintext": atom.Pre,
}

// allowed are the elements of the allow-list.
var allowed = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range slices.Concat(allowedElements, allowedWithAttributes) {
		all[name] = true
	}
	return all
}()

// rewrite walks the tree below parent, parents before children. It removes comments and dropped
// elements, takes away the others that the allow-list does not have but not what they hold, and
// rewrites the rest in place.
func (p *pass) rewrite(parent *xhtml.Node) {
	for node := parent.FirstChild; node != nil; {
		following := node.NextSibling
		switch node.Type {
		case xhtml.ElementNode:
			if inner := p.unknown(parent, node); inner != nil {
				following = inner
			} else if node.Parent != nil {
				p.element(parent, node)
			}
		case xhtml.TextNode:
			node.Data = p.addresses.Text(node.Data)
		default:
			parent.RemoveChild(node)
		}
		node = following
	}
}

// unknown removes an element that the allow-list does not have. It returns the first node that has
// taken its place, nil if the element stays or leaves nothing.
func (p *pass) unknown(parent, node *xhtml.Node) *xhtml.Node {
	name := node.Data
	switch other := likeOther[name]; {
	case node.DataAtom == atom.Math && node.Namespace != "": // of formulas their text stays
		for each := range node.Descendants() {
			if each.Data == "annotation" || each.Data == "annotation-xml" {
				each.FirstChild = nil
			}
		}
		text := &xhtml.Node{Type: xhtml.TextNode, Data: textOf(node)}
		replace(parent, node, text)
		p.changes.add(ChangeElement, name)
		return text
	case node.Namespace != "" || dropped[node.DataAtom]:
		p.drop(parent, node)
		return nil
	case other != 0:
		node.Data, node.DataAtom = other.String(), other
		return nil
	case name == "object" || name == "applet" || name == "lite-youtube" || name == "lite-vimeo":
		return p.object(parent, node)
	case allowed[name] || node.DataAtom == atom.Frame:
		return nil
	}
	if strings.TrimSpace(textOf(node)) != "" && !unnoticed[node.DataAtom] {
		p.changes.add(ChangeElement, name)
	}
	return unwrap(parent, node)
}

// unnoticed are elements without a meaning of their own.
var unnoticed = map[atom.Atom]bool{atom.Font: true, atom.Big: true, atom.Nobr: true, atom.Output: true, atom.Data: true, atom.Map: true}

// drop removes an element with what it holds.
func (p *pass) drop(parent, node *xhtml.Node) {
	parent.RemoveChild(node)
	switch node.DataAtom {
	case atom.Script, atom.Svg:
		p.changes.add(ChangeScript, strings.TrimSpace(node.Data+" "+attr(node, "src")))
	case atom.Input, atom.Select:
		p.changes.add(ChangeForm, node.Data)
	case atom.Embed:
		p.changes.add(ChangeFrame, attr(node, "src"))
	}
}

// unwrap puts what an element holds in its place and returns the first node of it, nil for none.
func unwrap(parent, node *xhtml.Node) *xhtml.Node {
	inner := node.FirstChild
	for child := inner; child != nil; child = node.FirstChild {
		node.RemoveChild(child)
		parent.InsertBefore(child, node)
	}
	parent.RemoveChild(node)
	return inner
}

// object replaces an object of an older page by the film that it plays, by what it holds for browsers
// that cannot show it, or by a link.
func (p *pass) object(parent, node *xhtml.Node) *xhtml.Node {
	address := attr(node, "data")
	if id := attr(node, "videoid"); id != "" {
		address = map[bool]string{true: "https://vimeo.com/", false: "https://youtu.be/"}[node.Data == "lite-vimeo"] + id
	}
	for each := range node.Descendants() {
		switch {
		case address != "":
		case each.DataAtom == atom.Param && (strings.EqualFold(attr(each, "name"), "movie") || strings.EqualFold(attr(each, "name"), "src")):
			address = attr(each, "value")
		case each.DataAtom == atom.Embed:
			address = attr(each, "src")
		}
	}
	_, framed := p.Frame(address)
	if !framed && (strings.TrimSpace(textOf(node)) != "" || first(node, atom.Img, atom.A) != nil) {
		return unwrap(parent, node)
	}
	var shown *xhtml.Node
	if framed || !hasClass(node, "wp-block-file__embed") { // the block has a link of its own
		shown = p.frameBox(address, attr(node, "title"), size(attr(node, "width")), size(attr(node, "height")))
	}
	replace(parent, node, shown)
	return nil
}

// element rewrites one element and its children. A picture or a frame is replaced; the
// replacement is not rewritten.
func (p *pass) element(parent, node *xhtml.Node) {
	background := coverBackground(node)
	p.attributes(node)
	if background != nil && isCover(node) {
		node.InsertBefore(background, node.FirstChild)
	} else if background != nil {
		replace(parent, node, p.picture(background))
		return
	}
	switch node.DataAtom {
	case atom.Img:
		replace(parent, node, p.picture(node))
		return
	case atom.Iframe, atom.Frame:
		replace(parent, node, p.frame(node))
		return
	case atom.A:
		defer func(before bool) { p.inLink = before }(p.inLink)
		p.anchor(node)
	case atom.Video, atom.Audio:
		if other := p.video(node); other != node {
			replace(parent, node, other)
			return
		}
	case atom.Source:
		if !p.sourceFile(node) {
			parent.RemoveChild(node)
			return
		}
	case atom.Div:
		if strings.Contains(attr(node, "class"), "wp-block-embed__wrapper") {
			if frame := p.bareEmbed(node); frame != nil {
				replace(parent, node, frame)
				return
			}
		}
	}
	p.rewrite(node)
}

// attributes removes event handlers, reserved ids and the unsafe part of a style. The allow-list
// decides on the rest.
func (p *pass) attributes(node *xhtml.Node) {
	kept := node.Attr[:0]
	for _, a := range node.Attr {
		switch {
		case strings.HasPrefix(strings.ToLower(a.Key), "on"), a.Namespace != "":
			continue
		case a.Key == "id" || a.Key == "name":
			// Links within a page are rewritten in the same way, so they still lead here.
			if a.Val = p.addresses.Text(strings.TrimSpace(a.Val)); p.IsReserved(a.Val) || a.Key == "id" && !anchorName.MatchString(a.Val) {
				p.changes.add(ChangeAnchor, "#"+a.Val)
				continue
			}
		case a.Key == "cite" && cmsurl.HasUser(browserForm(a.Val)):
			continue
		case a.Key == "class":
			if a.Val = foreignClasses(a.Val); a.Val == "" {
				continue
			}
		case a.Key == "style":
			if a.Val = keepStyles(a.Val); a.Val == "" {
				continue
			}
		case !fileAttributes[a.Key] && !strings.HasPrefix(a.Key, "data-"):
			a.Val = p.addresses.Text(a.Val)
		}
		kept = append(kept, a)
	}
	node.Attr = kept
}

// fileAttributes hold addresses of links and files, which are rewritten by element.
var fileAttributes = map[string]bool{"href": true, "src": true, "srcset": true, "poster": true}

// siteClasses are classes of the document that move or hide elements.
var siteClasses = map[string]bool{"skip-link": true, "reveal": true}

// foreignClasses returns the classes of content without siteClasses.
func foreignClasses(list string) string {
	if !strings.Contains(list, "skip-link") && !strings.Contains(list, "reveal") {
		return list
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(list), func(name string) bool { return siteClasses[name] }), " ")
}

func attr(node *xhtml.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func setAttr(node *xhtml.Node, key, value string) {
	for i := range node.Attr {
		if node.Attr[i].Key == key {
			node.Attr[i].Val = value
			return
		}
	}
	node.Attr = append(node.Attr, xhtml.Attribute{Key: key, Val: value})
}

func dropAttr(node *xhtml.Node, key string) {
	for i, a := range node.Attr {
		if a.Key == key {
			node.Attr = append(node.Attr[:i], node.Attr[i+1:]...)
			return
		}
	}
}

// replace replaces node by other; nil removes node.
func replace(parent, node, other *xhtml.Node) {
	if other == node {
		return
	}
	if other != nil {
		parent.InsertBefore(other, node)
	}
	parent.RemoveChild(node)
}

// newElement returns an element; pairs are names and values of attributes. Attributes with an
// empty value are left out, except alt.
func newElement(name atom.Atom, pairs ...string) *xhtml.Node {
	node := &xhtml.Node{Type: xhtml.ElementNode, Data: name.String(), DataAtom: name}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" || pairs[i] == "alt" {
			node.Attr = append(node.Attr, xhtml.Attribute{Key: pairs[i], Val: pairs[i+1]})
		}
	}
	return node
}

func withText(node *xhtml.Node, text string) *xhtml.Node {
	node.AppendChild(&xhtml.Node{Type: xhtml.TextNode, Data: text})
	return node
}
