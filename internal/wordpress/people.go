package wordpress

import (
	"estate/internal/content"
	"estate/internal/i18n"
)

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
