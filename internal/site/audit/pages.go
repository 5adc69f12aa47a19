package audit

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// page audits a content page: text, header and sections.
func (a *audit) page(p *content.Page) error {
	at := where(&p.Head)
	a.headPictures(at, p.Lang, p.Featured, p.Fields)
	if err := a.text(at, p.Content); err != nil {
		return err
	}
	for _, section := range p.Sections {
		if err := a.section(at+", section "+section.Layout, p.Lang, section); err != nil {
			return err
		}
	}
	return nil
}

// post audits a blog post.
func (a *audit) post(p *content.Post) error {
	at := where(&p.Head)
	a.headPictures(at, p.Lang, p.Featured, p.Fields)
	return a.text(at, p.Content)
}

// headPictures audits the featured picture and the header picture.
func (a *audit) headPictures(at string, lang i18n.Lang, featured *content.Image, fields content.PageFields) {
	a.pictures(at, "picture", []i18n.Lang{lang}, featured)
	a.pictures(at, "header picture", []i18n.Lang{lang}, fields.HeaderImage)
}

// section audits the fields of a section of any layout: each field named link, url or film
// is a link, each object with a source_url is a picture, each text with tags is markup.
func (a *audit) section(at string, lang i18n.Lang, section content.Section) error {
	if _, err := section.Decode(); err != nil {
		a.report.add(GroupLinks, at, "its fields are invalid: "+err.Error())
		return nil
	}
	if len(section.Fields) == 0 {
		return nil
	}
	var fields any
	if err := json.Unmarshal(section.Fields, &fields); err != nil {
		return fmt.Errorf("fields of %s: %w", at, err)
	}
	return a.field(at, lang, "", fields)
}

// field audits a field and the fields below it.
func (a *audit) field(at string, lang i18n.Lang, name string, value any) error {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if err := a.field(at, lang, name, item); err != nil {
				return err
			}
		}
	case map[string]any:
		return a.object(at, lang, v)
	case string:
		switch {
		case name == "link" || name == "url" || name == "film":
			return a.link(at, v)
		case strings.Contains(v, "<"):
			return a.text(at, content.UnsafeHTML(v))
		default:
			a.numbers(at, v)
		}
	}
	return nil
}

// object audits an object, which may be a picture.
func (a *audit) object(at string, lang i18n.Lang, fields map[string]any) error {
	if address, ok := fields["source_url"].(string); ok {
		image := &content.Image{URL: address, Alt: i18n.Text{}}
		if alts, ok := fields["alt"].(map[string]any); ok {
			for key, text := range alts {
				image.Alt[i18n.Lang(key)] = fmt.Sprint(text)
			}
		}
		a.pictures(at, "picture", []i18n.Lang{lang}, image)
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if err := a.field(at, lang, name, fields[name]); err != nil {
			return err
		}
	}
	return nil
}

// markup audits the links and pictures of an HTML text.
func (a *audit) markup(at string, text content.UnsafeHTML) error {
	if !strings.Contains(string(text), "<") {
		return nil
	}
	tokens := html.NewTokenizer(strings.NewReader(string(text)))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return nil // the end of the text
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if err := a.tag(at, token); err != nil {
				return err
			}
		}
	}
}

// tag audits a link or picture.
func (a *audit) tag(at string, token html.Token) error {
	attributes := map[string]string{}
	for _, attribute := range token.Attr {
		attributes[attribute.Key] = attribute.Val
	}
	switch token.Data {
	case "a":
		return a.link(at, attributes["href"])
	case "img":
		if _, exists := attributes["alt"]; !exists {
			a.report.add(GroupPictures, at, "picture "+attributes["src"]+" in the text has none")
		}
	}
	return nil
}
