package kyero

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"estate/internal/agency/feeds"
)

// Limits of one property.
const (
	maxDepth = 16 // descriptions have markup
	maxNodes = 5000
	maxText  = 200_000 // bytes of one element's text
)

// bareLess is a sign "less than" in a text.
var bareLess = regexp.MustCompile(`<([\s\d=])`)

// node is an element of a property: its children by name, in their order.
type node struct {
	name     string
	attrs    map[string]string
	text     string
	children []*node
	before   []string // the text before each child
	last     string   // the text after the last child
	repaired bool     // the text was read in a wrong encoding
}

// parse reads one property. Entities other than those of HTML and XML are kept as they are
// written: no entity is ever expanded.
func parse(element []byte) (*node, error) {
	if !utf8.Valid(element) { // declared as UTF-8, but written by Windows
		element, _ = charmap.Windows1252.NewDecoder().Bytes(element)
	}
	element = bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return -1 // XML has no such characters
		}
		return r
	}, element)
	root, err := decode(element, true)
	if err != nil { // an ampersand or "<" that is not escaped, an unknown entity
		root, err = decode(bareLess.ReplaceAll(element, []byte("&lt;$1")), false)
	}
	return root, err
}

func decode(element []byte, strict bool) (*node, error) {
	d := xml.NewDecoder(bytes.NewReader(element))
	d.Strict, d.Entity = strict, xml.HTMLEntity
	var stack []*node
	for count := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("it is no complete XML")
		}
		if err != nil {
			return nil, fmt.Errorf("it is no XML: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > maxNodes || len(stack) == maxDepth {
				return nil, fmt.Errorf("it has more than %d elements or %d levels", maxNodes, maxDepth)
			}
			n := &node{name: strings.ToLower(t.Name.Local)}
			for _, attr := range t.Attr {
				if n.attrs == nil {
					n.attrs = map[string]string{}
				}
				n.attrs[strings.ToLower(attr.Name.Local)] = attr.Value
			}
			if len(stack) > 0 {
				parent := stack[len(stack)-1]
				written := 0
				for _, text := range parent.before {
					written += len(text)
				}
				parent.children, parent.before = append(parent.children, n), append(parent.before, parent.text[written:])
			}
			stack = append(stack, n)
		case xml.CharData:
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				if len(top.text)+len(t) > maxText {
					return nil, fmt.Errorf("%s has more than %d bytes", top.name, maxText)
				}
				top.text += string(t)
			}
		case xml.EndElement:
			top := stack[len(stack)-1]
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				top.clean()
				return top, nil
			}
		}
	}
}

// clean makes the texts of an element and its children what was meant. The parts of an element with markup stay as
// they are for markup.
func (n *node) clean() {
	written := 0
	for i, c := range n.children {
		c.clean()
		written += len(n.before[i])
	}
	n.last = n.text[written:]
	n.text, n.repaired = feeds.ReadText(n.text)
}

// eachRepaired calls report with the names of the elements whose text was read in a wrong encoding.
func (n *node) eachRepaired(report func(name string)) {
	if n.repaired {
		report(n.name)
	}
	for _, c := range n.children {
		c.eachRepaired(report)
	}
}

// tags are the elements that a description may have in place of escaped markup.
var tags = []string{
	"p", "br", "ul", "ol", "li", "b", "i", "strong", "em", "h1", "h2", "h3", "h4", "h5", "h6", "div", "span", "a", "u",
	"font",
}

// markup is the text of an element with the elements in it as markup.
func (n *node) markup() string {
	if len(n.children) == 0 {
		return n.text
	}
	var b strings.Builder
	n.writeMarkup(&b)
	return feeds.Text(b.String())
}

func (n *node) writeMarkup(b *strings.Builder) {
	if len(n.children) == 0 {
		b.WriteString(html.EscapeString(n.text))
		return
	}
	for i, c := range n.children {
		b.WriteString(html.EscapeString(n.before[i]))
		if !slices.Contains(tags, c.name) {
			c.writeMarkup(b)
			continue
		}
		b.WriteString("<" + c.name + ">")
		if c.name != "br" {
			c.writeMarkup(b)
			b.WriteString("</" + c.name + ">")
		}
	}
	b.WriteString(html.EscapeString(n.last))
}

// child is the last child with one of the names, an empty node when there is none. A parent's
// text counts as a child without a name.
func (n *node) child(names ...string) *node {
	for _, name := range names {
		for i := len(n.children) - 1; i >= 0; i-- {
			if n.children[i].name == name {
				return n.children[i]
			}
		}
	}
	return &node{}
}

// all are the children with a name.
func (n *node) all(name string) []*node {
	var found []*node
	for _, c := range n.children {
		if c.name == name {
			found = append(found, c)
		}
	}
	return found
}
