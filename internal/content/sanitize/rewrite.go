package sanitize

import (
	"slices"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"estate/internal/content/cmsurl"
)

// dropped are elements that are removed with their content.
var dropped = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Object: true,
	atom.Embed: true, atom.Applet: true, atom.Svg: true, atom.Math: true, atom.Form: true, atom.Input: true,
	atom.Textarea: true, atom.Select: true, atom.Button: true, atom.Link: true, atom.Meta: true, atom.Base: true,
	atom.Title: true, atom.Frameset: true, atom.Noembed: true, atom.Noframes: true, atom.Canvas: true,
}

// rewrite walks the tree below parent, parents before children. It removes comments and dropped
// elements and rewrites the others in place.
func (s *Sanitizer) rewrite(parent *xhtml.Node) {
	for node := parent.FirstChild; node != nil; {
		next := node.NextSibling
		switch {
		case node.Type == xhtml.CommentNode, node.Type == xhtml.DoctypeNode,
			node.Type == xhtml.ElementNode && (dropped[node.DataAtom] || node.Namespace != ""):
			parent.RemoveChild(node)
		case node.Type == xhtml.ElementNode:
			s.element(parent, node)
		case node.Type == xhtml.TextNode:
			node.Data = s.addresses.Text(node.Data)
		}
		node = next
	}
}

// element rewrites one element and its children. A picture or a frame is replaced; the
// replacement is not rewritten.
func (s *Sanitizer) element(parent, node *xhtml.Node) {
	background := coverBackground(node)
	s.attributes(node)
	if background != nil && isCover(node) {
		node.InsertBefore(background, node.FirstChild)
	} else if background != nil {
		replace(parent, node, s.picture(background))
		return
	}
	switch node.DataAtom {
	case atom.Img:
		replace(parent, node, s.picture(node))
		return
	case atom.Iframe, atom.Frame:
		replace(parent, node, s.frame(node))
		return
	case atom.A:
		s.anchor(node)
	case atom.H1: // the page has one already
		node.Data, node.DataAtom = "h2", atom.H2
	case atom.Video, atom.Audio:
		if !s.video(node) {
			parent.RemoveChild(node)
			return
		}
	case atom.Source:
		if !s.sourceFile(node) {
			parent.RemoveChild(node)
			return
		}
	case atom.Div:
		if strings.Contains(attr(node, "class"), "wp-block-embed__wrapper") {
			if frame := s.bareEmbed(node); frame != nil {
				replace(parent, node, frame)
				return
			}
		}
	}
	s.rewrite(node)
}

// attributes removes event handlers, reserved ids and the unsafe part of a style. The allow-list
// decides on the rest.
func (s *Sanitizer) attributes(node *xhtml.Node) {
	kept := node.Attr[:0]
	for _, a := range node.Attr {
		switch {
		case strings.HasPrefix(strings.ToLower(a.Key), "on"), a.Namespace != "":
			continue
		case a.Key == "id" && s.reserved[strings.ToLower(a.Val)]:
			continue
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
		case !fileAttributes[a.Key]:
			a.Val = s.addresses.Text(a.Val)
		}
		kept = append(kept, a)
	}
	node.Attr = kept
}

// fileAttributes hold addresses of links and files, which are rewritten by element.
var fileAttributes = map[string]bool{"href": true, "src": true, "srcset": true, "poster": true, "data-src": true, "data-srcset": true}

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
