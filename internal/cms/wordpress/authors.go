package wordpress

import (
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// author decodes a user. Its link is the English one.
func (d decoder) author(n node) *content.Author {
	englishLink, _ := toEnglish(d.links.Site(n.at("link").text()))
	return &content.Author{
		ID: n.at("id").integer(), Slug: n.at("slug").text(), Name: n.at("name").plain(), Link: englishLink,
		Description: firstText(d.markup(n.at("acf"), "description"), d.markup(n, "description")),
		Role:        firstText(d.text(n.at("acf"), "role"), d.text(n, "role")),
		Phone:       field(n, "phone").text(),
		Mail:        field(n, "mail").text(),
		Picture:     d.image(field(n, "picture")),
	}
}

// term decodes a term. Categories and tags have the language of the request; terms of other
// taxonomies are multilingual.
func (d decoder) term(n node) *content.Term {
	term := &content.Term{
		ID: n.at("id").integer(), Taxonomy: n.at("taxonomy").text(), Slug: n.at("slug").text(),
		Name:             firstText(d.text(n.at("acf"), "name"), d.text(n, "name")),
		Description:      firstText(d.markup(n.at("acf"), "description"), d.markup(n, "description")),
		Parent:           n.at("parent").id(),
		Link:             d.links.Site(n.at("link").text()),
		AlternativeLinks: d.alternatives(field(n, "alternative_links")),
		Count:            max(0, n.at("count").integer()),
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
