package sanitize

import (
	"regexp"
	"slices"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// fields are elements in which a visitor would enter something.
var fields = []atom.Atom{atom.Input, atom.Select, atom.Textarea}

// controls replaces the controls of a text, which do nothing without its scripts: accordions become
// details, a button becomes its text or a link, and of a form only the text around its fields stays.
func (p *pass) controls(root *xhtml.Node) {
	var buttons, forms []*xhtml.Node
	for node := range root.Descendants() {
		switch node.DataAtom {
		case atom.Button:
			buttons = append(buttons, node)
		case atom.Form:
			forms = append(forms, node)
		case atom.Input:
			if kind := strings.ToLower(attr(node, "type")); kind == "button" || kind == "submit" {
				buttons = append(buttons, node)
			}
		}
	}
	for _, button := range buttons {
		if !accordion(button) && (first(formOf(button), fields...) == nil || !inForm(button)) {
			p.button(button)
		}
	}
	for _, form := range forms {
		if first(form, fields...) != nil {
			p.changes.add(ChangeForm, attr(form, "action"))
			p.withoutFields(form)
		}
		if form.Parent != nil && form.FirstChild == nil {
			form.Parent.RemoveChild(form)
		}
	}
}

// accordion replaces a heading that is a button, and the panel after it, by details. False means that
// the button is no such heading.
func accordion(button *xhtml.Node) bool {
	heading := button
	if parent := button.Parent; alone(button) && (isHeading(parent) || hasPart(parent, "accordion") || hasPart(parent, "heading")) {
		heading = parent
	}
	panel := neighbour(heading, next)
	controlled := attr(button, "aria-controls")
	opens := hasPart(button, "accordion") || hasPart(heading, "accordion") || attr(button, "aria-expanded") != "" || controlled != ""
	if panel == nil || !opens || heading.Parent == nil {
		return false
	}
	ofAnother := controlled != "" && attr(panel, "id") != "" && attr(panel, "id") != controlled
	if isHeading(panel) || panel.DataAtom == atom.Button || ofAnother {
		return false
	}
	details, summary := newElement(atom.Details), newElement(atom.Summary)
	if id := attr(heading, "id"); id != "" {
		setAttr(summary, "id", id)
	}
	item := heading.Parent
	byDefault := hasClass(item, "is-open") || strings.Contains(attr(item, "data-wp-context"), `"openByDefault":true`)
	if byDefault || attr(button, "aria-expanded") == "true" {
		setAttr(details, "open", "")
	}
	for child := range button.Descendants() {
		if attr(child, "aria-hidden") == "true" && child.Parent != nil { // the sign that it opens
			child.Data, child.DataAtom = "template", atom.Template
		}
	}
	moveChildren(summary, button)
	item.InsertBefore(details, heading)
	item.RemoveChild(heading)
	item.RemoveChild(panel)
	details.AppendChild(summary)
	details.AppendChild(panel)
	return true
}

func isHeading(node *xhtml.Node) bool {
	return node != nil && len(node.Data) == 2 && node.Data[0] == 'h' && node.Data[1] >= '1' && node.Data[1] <= '6'
}

// hasPart reports that a word is in the classes of an element.
func hasPart(node *xhtml.Node, word string) bool {
	return node != nil && strings.Contains(strings.ToLower(attr(node, "class")), word)
}

// alone reports that an element is all that its parent holds.
func alone(node *xhtml.Node) bool {
	return node.Parent != nil && neighbour(node, previous) == nil && neighbour(node, next) == nil &&
		strings.TrimSpace(textOf(node.Parent)) == strings.TrimSpace(textOf(node))
}

// clickTarget is the address to which a button leads by a script.
var clickTarget = regexp.MustCompile(`(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*['"]([^'"]{1,1000})['"]`)

// button replaces a button by its text, which is a link if the button leads to a page.
func (p *pass) button(node *xhtml.Node) {
	text := newElement(atom.Span)
	moveChildren(text, node)
	if node.DataAtom == atom.Input {
		withText(text, attr(node, "value"))
	}
	address := firstAttr(node, "formaction", "data-href", "data-url", "data-link")
	if found := clickTarget.FindStringSubmatch(attr(node, "onclick")); address == "" && found != nil {
		address = found[1]
	}
	if form := formOf(node); address == "" && inForm(node) && !strings.EqualFold(attr(form, "method"), "post") {
		address = attr(form, "action")
	}
	if address != "" && !inside(node, atom.A) && first(text, atom.A) == nil {
		text.Data, text.DataAtom = "a", atom.A
		setAttr(text, "href", address)
		if class := attr(node, "class"); class != "" {
			setAttr(text, "class", class)
		}
	}
	replace(node.Parent, node, text)
}

// withoutFields removes the fields of a form with their labels. Blocks of text without fields stay.
func (p *pass) withoutFields(form *xhtml.Node) {
	for node := form.FirstChild; node != nil; {
		following := node.NextSibling
		isText := node.Type == xhtml.ElementNode && slices.Contains(textBlocks, node.DataAtom)
		switch {
		case isText && first(node, append([]atom.Atom{atom.Label, atom.Button}, fields...)...) == nil:
		case node.Type == xhtml.ElementNode && node.DataAtom != atom.Label && first(node, textBlocks...) != nil:
			p.withoutFields(node)
		default:
			form.RemoveChild(node)
		}
		node = following
	}
}

// textBlocks are the elements of a form that hold text of their own.
var textBlocks = []atom.Atom{
	atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Dl, atom.Blockquote, atom.Figure, atom.Table,
	atom.Pre,
}

// formOf returns the form around a node, else the node at the top.
func formOf(node *xhtml.Node) *xhtml.Node {
	for node.Parent != nil && node.DataAtom != atom.Form {
		node = node.Parent
	}
	return node
}

func inForm(node *xhtml.Node) bool { return inside(node, atom.Form) }

// inside reports that a node is below an element of a kind.
func inside(node *xhtml.Node, kind atom.Atom) bool {
	for parent := range node.Ancestors() {
		if parent.DataAtom == kind {
			return true
		}
	}
	return false
}

// moveChildren moves what one element holds to the end of another.
func moveChildren(to, from *xhtml.Node) {
	for child := from.FirstChild; child != nil; child = from.FirstChild {
		from.RemoveChild(child)
		to.AppendChild(child)
	}
}
