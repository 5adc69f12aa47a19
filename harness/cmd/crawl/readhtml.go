package main

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// readHTML collects the links, pictures and metadata of an HTML document.
func (p *page) readHTML(body []byte) {
	p.isHTML = true
	p.alternates, p.ids = map[string]string{}, map[string]bool{}
	// Without scripting, so that the content of noscript elements is parsed.
	root, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		p.fault("it is not HTML: %v", err)
		return
	}
	for node := range root.Descendants() {
		if node.Type == html.ElementNode {
			p.element(node)
		}
	}
}

func (p *page) element(node *html.Node) {
	if id := attr(node, "id"); id != "" {
		if p.ids[id] {
			p.fault("duplicate id %q", id)
		}
		p.ids[id] = true
	}
	switch node.DataAtom {
	case atom.Html:
		p.lang = attr(node, "lang")
	case atom.Title:
		if node.Parent != nil && node.Parent.DataAtom == atom.Head { // not the title of an SVG drawing
			p.titles = append(p.titles, text(node))
		}
	case atom.Meta:
		p.meta(node)
	case atom.Link:
		p.headLink(node)
	case atom.A, atom.Area:
		p.follow(attr(node, "href"))
	case atom.Form:
		if method := attr(node, "method"); method == "" || strings.EqualFold(method, "get") {
			p.forms = append(p.forms, attr(node, "action")+"?"+untouched(node).Encode())
		}
	case atom.Img, atom.Source:
		p.srcset(attr(node, "srcset"))
		if src := attr(node, "src"); src != "" {
			p.pictures = append(p.pictures, src)
		}
	case atom.Script:
		p.follow(attr(node, "src"))
		if attr(node, "type") == "application/ld+json" {
			p.readData(text(node))
		}
	case atom.H1:
		p.headings++
	case atom.Noscript:
		if node.Parent != nil && node.Parent.DataAtom == atom.Body {
			p.notRendered = p.notRendered || node.FirstChild != nil && node.FirstChild.DataAtom == atom.Main
		}
	}
}

// untouched are the fields that a browser sends of a form in which nothing was typed or chosen.
func untouched(form *html.Node) url.Values {
	values := url.Values{}
	for node := range form.Descendants() {
		name := attr(node, "name")
		switch {
		case name == "" || has(node, "disabled"):
		case node.DataAtom == atom.Input:
			kind := attr(node, "type")
			if kind != "checkbox" && kind != "radio" || has(node, "checked") {
				values.Add(name, attr(node, "value"))
			}
		case node.DataAtom == atom.Textarea:
			values.Add(name, text(node))
		case node.DataAtom == atom.Select:
			values.Add(name, chosen(node))
		}
	}
	return values
}

// chosen is the value of the option of a select that is selected, or of the first one.
func chosen(list *html.Node) string {
	first := true
	value := ""
	for node := range list.Descendants() {
		if node.DataAtom == atom.Option && (first || has(node, "selected")) {
			value, first = attr(node, "value"), false
		}
	}
	return value
}

func has(node *html.Node, name string) bool {
	return slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func (p *page) meta(node *html.Node) {
	switch content := attr(node, "content"); {
	case attr(node, "name") == "description":
		p.description = content
	case attr(node, "name") == "robots":
		p.robots = content
	case attr(node, "property") == "og:image", attr(node, "name") == "twitter:image":
		p.pictures = append(p.pictures, content)
	}
}

func (p *page) headLink(node *html.Node) {
	href := attr(node, "href")
	switch attr(node, "rel") {
	case "canonical":
		if p.canonical != "" {
			p.fault("it has two canonical links")
		}
		p.canonical = href
	case "alternate":
		if lang := attr(node, "hreflang"); lang != "" {
			p.alternates[lang] = href
		}
	case "preload":
		p.srcset(attr(node, "imagesrcset"))
	case "preconnect", "dns-prefetch":
		return
	}
	p.follow(href)
}

func (p *page) follow(address string) {
	if address != "" {
		p.links = append(p.links, address)
	}
}

// srcset reads candidates as browsers do: an address may have commas, but not at its end.
func (p *page) srcset(set string) {
	for set = strings.TrimLeft(set, ", \t\r\n"); set != ""; set = strings.TrimLeft(set, ", \t\r\n") {
		end := strings.IndexAny(set, " \t\r\n")
		if end < 0 {
			end = len(set)
		}
		address := strings.TrimRight(set[:end], ",")
		p.pictures = append(p.pictures, address)
		if set = set[end:]; len(address) == end { // a descriptor follows, up to a comma
			_, set, _ = strings.Cut(set, ",")
		}
	}
}

func attr(node *html.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func text(node *html.Node) string {
	var b strings.Builder
	for below := range node.Descendants() {
		if below.Type == html.TextNode {
			b.WriteString(below.Data)
		}
	}
	return strings.TrimSpace(b.String())
}
