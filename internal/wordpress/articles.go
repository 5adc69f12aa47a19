package wordpress

import (
	"encoding/json"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

// post reads an article, or content of a type nobody knows better.
func (d decoder) post(n node) *content.Post {
	return &content.Post{
		Head:       d.head(n, false),
		Title:      n.at("title").plain(),
		Content:    content.HTML(n.at("content").rendered()),
		Excerpt:    content.HTML(n.at("excerpt").rendered()),
		Author:     n.at("author").id(),
		Categories: n.at("categories").ids(),
		Tags:       n.at("tags").ids(),
		Featured:   d.featured(n),
		Fields:     d.pageFields(n.at("acf")),
	}
}

func (d decoder) page(n node) *content.Page {
	return &content.Page{
		Head:     d.head(n, false),
		Title:    n.at("title").plain(),
		Content:  content.HTML(n.at("content").rendered()),
		Excerpt:  content.HTML(n.at("excerpt").rendered()),
		Parent:   n.at("parent").id(),
		Featured: d.featured(n),
		Fields:   d.pageFields(n.at("acf")),
		Filter:   propertyFilter(field(n, "property_filter")),
		Sections: d.sections(field(n, "sections")),
	}
}

// pageFields reads acf, which is false or [] on pages without fields.
func (d decoder) pageFields(acf node) content.PageFields {
	return content.PageFields{
		Title:       d.words(acf, "title").In(d.lang),
		Subtitle:    d.words(acf, "subtitle").In(d.lang),
		HeaderType:  acf.at("header_type").text(),
		HeaderImage: d.image(acf.at("header_image")),
		HideSearch:  acf.first("hide_search", "search_bar").truth(),
		Description: d.words(acf, "description").In(d.lang),
	}
}

// propertyFilter reads lists of terms of which the first counts, or single ids;
// nil when nothing is preset.
func propertyFilter(n node) *content.PropertyFilter {
	first := func(name string) int {
		if ids := n.at(name).ids(); len(ids) > 0 {
			return ids[0]
		}
		return 0
	}
	filter := content.PropertyFilter{Offer: first("s_offer"), Type: first("s_type"), Location: first("s_location")}
	if filter == (content.PropertyFilter{}) {
		return nil
	}
	return &filter
}

func (d decoder) media(n node) *content.Media {
	media := &content.Media{
		Head:    d.head(n, true),
		Title:   d.words(n, "title"),
		Caption: d.markup(n, "caption"),
		Mime:    n.at("mime_type").text(),
		Parent:  n.first("parent", "post").id(),
	}
	media.Type = content.TypeAttachment
	if image := d.image(n); image != nil {
		media.Image = *image
	}
	return media
}

// author reads a user; one link serves all languages.
func (d decoder) author(n node) *content.Author {
	englishLink, _ := english(d.links.Site(n.at("link").text()))
	return &content.Author{
		ID: n.at("id").whole(), Slug: n.at("slug").text(), Name: n.at("name").plain(), Link: englishLink,
		Description: either(d.markup(n.at("acf"), "description"), d.markup(n, "description")),
		Role:        either(d.words(n.at("acf"), "role"), d.words(n, "role")),
		Phone:       field(n, "phone").text(),
		Mail:        field(n, "mail").text(),
		Picture:     d.image(field(n, "picture")),
	}
}

// term reads a value of a taxonomy. Categories and tags belong to the language
// they were asked in, all others are shared.
func (d decoder) term(n node) *content.Term {
	term := &content.Term{
		ID: n.at("id").whole(), Taxonomy: n.at("taxonomy").text(), Slug: n.at("slug").text(),
		Name:             either(d.words(n.at("acf"), "name"), d.words(n, "name")),
		Description:      either(d.markup(n.at("acf"), "description"), d.markup(n, "description")),
		Parent:           n.at("parent").id(),
		Link:             d.links.Site(n.at("link").text()),
		AlternativeLinks: d.alternatives(field(n, "alternative_links")),
		Count:            max(0, n.at("count").whole()),
	}
	if term.Taxonomy == "post_tag" {
		term.Taxonomy = "tag"
	}
	if term.Taxonomy == "category" || term.Taxonomy == "tag" {
		term.Lang = d.lang
		return term
	}
	if term.AlternativeLinks == nil && term.Link != "" {
		term.AlternativeLinks = map[i18n.Lang]string{}
	}
	if term.Link != "" {
		term.AlternativeLinks[d.lang] = term.Link
	}
	return term
}

// sections reads ACF's flexible content: each layout with its fields, told in
// the language of the page.
func (d decoder) sections(n node) []content.Section {
	var sections []content.Section
	for _, item := range n.list() {
		layout := item.at("acf_fc_layout").text()
		if layout == "" {
			continue
		}
		fields := item
		if inner := item.at("fields"); inner.isObject() {
			fields = inner
		}
		sections = append(sections, section(layout, d.sectionFields(fields.value)))
	}
	return sections
}

// section keeps the fields as the layout's struct reads them. Figures that a
// plugin sends as text are tried as numbers when the struct refuses them.
func section(layout string, fields any) content.Section {
	for _, attempt := range []any{fields, withNumbers(fields)} {
		text, err := json.Marshal(attempt)
		if err != nil {
			continue
		}
		s := content.Section{Layout: layout, Fields: text}
		if _, err := s.Decode(); err == nil {
			return s
		}
	}
	return content.Section{Layout: layout}
}

// sectionFields drops what is empty, chooses texts of the language and gives
// pictures our shape, all the way down.
func (d decoder) sectionFields(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if d.isPicture(value) {
			return d.image(node{value})
		}
		return d.sectionObject(value)
	case []any:
		items := []any{}
		for _, item := range value {
			if !(node{item}).empty() {
				items = append(items, d.sectionFields(item))
			}
		}
		return items
	}
	return value
}

func (d decoder) sectionObject(object map[string]any) map[string]any {
	fields := map[string]any{}
	for key, item := range object {
		if key == "acf_fc_layout" || (node{item}).empty() {
			continue
		}
		name, lang := cutLanguage(key)
		switch {
		case lang == "", lang == d.lang:
			fields[name] = d.sectionFields(item)
		case lang == i18n.Fallback && (node{object[name+"_"+string(d.lang)]}).empty():
			fields[name] = d.sectionFields(item)
		}
	}
	return fields
}

// cutLanguage splits title_es into title and es.
func cutLanguage(key string) (name string, lang i18n.Lang) {
	for _, lang := range i18n.Declared {
		if name, found := strings.CutSuffix(key, "_"+string(lang)); found {
			return name, lang
		}
	}
	return key, ""
}

func (d decoder) isPicture(object map[string]any) bool {
	n := node{object}
	return !n.at("source_url").empty() || !n.at("url").empty() && (n.has("ID") || n.has("sizes") || n.has("width"))
}

// withNumbers is a copy of a tree in which texts of digits are numbers.
func withNumbers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		changed := make(map[string]any, len(value))
		for key, item := range value {
			changed[key] = withNumbers(item)
		}
		return changed
	case []any:
		changed := make([]any, len(value))
		for i, item := range value {
			changed[i] = withNumbers(item)
		}
		return changed
	case string:
		if n := (node{value}); n.whole() != 0 && strings.Trim(value, "0123456789") == "" {
			return n.whole()
		}
	}
	return value
}
