package sanitize

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Attributes in which plugins put the address that a script loads later, in the order in which they
// are believed. Other names count where the element shows a placeholder only.
var (
	lazySources = []string{
		"data-src", "data-lazy-src", "data-orig-src", "data-litespeed-src", "data-lazyload-src", "data-lazyload", "data-original",
		"data-lazy", "data-ll-src", "data-breeze", "data-cfsrc", "data-perfmatters-src", "data-wpr-src", "data-src-large", "data-fullurl",
	}
	lazySets = []string{"data-srcset", "data-lazy-srcset", "data-orig-srcset", "data-litespeed-srcset", "data-breeze-srcset"}
	// lazyName is any other attribute with an address.
	lazyName = regexp.MustCompile(`^data-.*(?:src|url|lazy|image|img|original|large|full)`)
	// placeholderName is the file that a page shows until a script replaces it.
	placeholderName = regexp.MustCompile(`^(?:blank|placeholder|spacer|pixel|transparent|1x1|lazy|lazyload|loading|loader|trans|` +
		`gr[ae]y|clear|empty|x|t)[-_\d.x]*\.(?:gif|png|svg|jpe?g|webp)$`)
)

// isPlaceholder reports that an address is nothing to show.
func isPlaceholder(src string) bool {
	src = strings.TrimSpace(src)
	scheme, _, _ := strings.Cut(strings.ToLower(browserForm(src)), ":")
	switch scheme {
	case "", "data", "about", "javascript", "blob", "#":
		return true
	}
	file, _, _ := strings.Cut(src, "?")
	return placeholderName.MatchString(strings.ToLower(path.Base(file)))
}

// source returns the address that a picture, a film or a frame shows: that of a plugin that loads it
// later, else its own; "" if it has a placeholder only.
func source(node *xhtml.Node) string {
	for _, key := range lazySources {
		if value := attr(node, key); !isPlaceholder(value) {
			return strings.TrimSpace(value)
		}
	}
	src := strings.TrimSpace(attr(node, "src"))
	if !isPlaceholder(src) {
		return src
	}
	for _, a := range node.Attr {
		if lazyName.MatchString(a.Key) && !strings.Contains(a.Key, "srcset") && !isPlaceholder(a.Val) && looksLikeAddress(a.Val) {
			return strings.TrimSpace(a.Val)
		}
	}
	return largest(sourceSet(node))
}

// sourceSet returns the srcset of a picture, as source.
func sourceSet(node *xhtml.Node) string {
	for _, key := range lazySets {
		if value := attr(node, key); value != "" {
			return value
		}
	}
	return attr(node, "srcset")
}

func looksLikeAddress(value string) bool {
	value = strings.TrimSpace(value)
	return strings.HasPrefix(value, "/") || strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://")
}

// largest returns the last address of a srcset whose descriptor is the largest, "" for none.
func largest(srcset string) string {
	best, most := "", 0
	for candidate := range strings.SplitSeq(srcset, ", ") {
		fields := strings.Fields(strings.TrimSuffix(strings.TrimSpace(candidate), ","))
		if len(fields) == 0 || isPlaceholder(fields[0]) {
			continue
		}
		n := 1
		if len(fields) > 1 {
			n = size(strings.TrimRight(fields[1], "wx"))
		}
		if n >= most {
			best, most = fields[0], n
		}
	}
	return best
}

// noscripts puts what noscript elements hold in the place of the placeholders beside them, and removes
// the rest: a noscript alone is the counter of a third party, or says that a script is needed.
func (p *pass) noscripts(root *xhtml.Node) {
	var all []*xhtml.Node
	for node := range root.Descendants() {
		if node.DataAtom == atom.Noscript {
			all = append(all, node)
		}
	}
	for _, node := range all {
		if node.Parent == nil {
			continue // inside another one
		}
		shown := first(node, atom.Img, atom.Iframe, atom.Video)
		if shown != nil {
			p.withoutScript(node, shown)
		}
		node.Parent.RemoveChild(node)
	}
}

// withoutScript decides where the element is shown that a noscript holds.
func (p *pass) withoutScript(node, shown *xhtml.Node) {
	for _, beside := range []*xhtml.Node{neighbour(node, previous), neighbour(node, next)} {
		if beside == nil {
			continue
		}
		placeholder := beside
		if beside.DataAtom != shown.DataAtom {
			placeholder = first(beside, shown.DataAtom)
		}
		if placeholder == nil {
			continue
		}
		if source(placeholder) == "" {
			shown.Parent.RemoveChild(shown)
			replace(placeholder.Parent, placeholder, shown)
		}
		return // shown twice otherwise
	}
	_, framed := p.Frame(source(shown))
	figure := node.Parent.DataAtom == atom.Figure && first(node.Parent, atom.Picture) == nil && p.ownPicture(p.origin(source(shown)))
	if shown.DataAtom == atom.Iframe && framed || shown.DataAtom == atom.Img && figure {
		shown.Parent.RemoveChild(shown)
		node.Parent.InsertBefore(shown, node)
	}
}

func previous(node *xhtml.Node) *xhtml.Node { return node.PrevSibling }
func next(node *xhtml.Node) *xhtml.Node     { return node.NextSibling }

// neighbour returns the next element in a direction, nil if there is text between.
func neighbour(node *xhtml.Node, step func(*xhtml.Node) *xhtml.Node) *xhtml.Node {
	for node = step(node); node != nil; node = step(node) {
		if node.Type == xhtml.ElementNode {
			return node
		}
		if node.Type == xhtml.TextNode && strings.TrimSpace(node.Data) != "" {
			return nil
		}
	}
	return nil
}

// first returns the first element of one of some kinds below a node, nil for none.
func first(node *xhtml.Node, kinds ...atom.Atom) *xhtml.Node {
	for each := range node.Descendants() {
		if each.Type == xhtml.ElementNode && slices.Contains(kinds, each.DataAtom) {
			return each
		}
	}
	return nil
}

// origin returns the address of a picture in the agency's own media library behind a service that
// resizes pictures and has their address in its path, as i0.wp.com/www.example.com/a.jpg. Any other
// address is returned unchanged.
func (s *Sanitizer) origin(src string) string {
	u, err := url.Parse(strings.TrimSpace(src))
	if err != nil || u.User != nil || u.Host == "" || s.images[strings.ToLower(u.Host)] || len(src) > 4000 {
		return src
	}
	segments := strings.Split(u.Path, "/")
	for i, segment := range segments {
		if i > 0 && s.images[strings.ToLower(segment)] && i+1 < len(segments) {
			own := url.URL{Scheme: "https", Host: segment, Path: "/" + strings.Join(segments[i+1:], "/")}
			return own.String()
		}
	}
	return src
}
