package wordpress

import (
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Decode decodes a response body of the API in lang: one entity or a list. Other objects, such
// as errors in place of embedded entities, are skipped.
func (c *Client) Decode(lang i18n.Lang, body []byte) ([]content.Entity, error) {
	tree, err := (&response{body: body, names: c.known.Load().names}).parse()
	if err != nil {
		return nil, err
	}
	d := c.decoder(lang)
	if tree.isObject() {
		if entity := d.entity(tree); entity != nil {
			return []content.Entity{entity}, nil
		}
		return nil, nil
	}
	return d.entities(tree), nil
}

func (c *Client) decoder(lang i18n.Lang) decoder {
	return decoder{links: c.links, lang: lang, rates: c.config.Rates, themes: c.themes, adapts: c.config.Adapt}
}

func (d decoder) entities(list node) []content.Entity {
	found := []content.Entity{}
	for _, item := range list.list() {
		if entity := d.entity(item); entity != nil {
			found = append(found, entity)
		}
	}
	return found
}

// entity decodes an entity by the rules of routing §6.1. It returns nil for other objects.
func (d decoder) entity(n node) content.Entity {
	d = d.ofLink(n)
	switch {
	case n.at("id").integer() == 0, n.has("rest_base"):
		return nil
	case n.has("taxonomy"):
		return d.term(n)
	case n.has("media_type"):
		return d.media(n)
	case n.has("name"):
		return d.author(n)
	}
	switch content.Type(n.at("type").text()) {
	case content.TypePage:
		return d.page(n)
	case content.TypeAttachment:
		return d.media(n)
	case content.TypeProperty:
		property := d.property(n)
		if property.Protected {
			return &content.Property{Head: property.Head, Title: firstText(property.Title, d.text(n, "title")), Reference: property.Reference}
		}
		return property
	case content.TypeDevelopment:
		development := d.development(n)
		if development.Protected {
			return &content.Development{
				Head: development.Head, Title: firstText(development.Title, d.text(n, "title")), Reference: development.Reference,
			}
		}
		return development
	}
	return d.post(n)
}

// ofLink returns a decoder in the language of an entity: that of the folder of its link, whatever list
// it came from; else that of the list.
func (d decoder) ofLink(n node) decoder {
	if _, lang := toEnglish(d.links.Site(n.at("link").text())); d.adapts && lang != i18n.Fallback && lang != d.lang {
		d.lang, d.foreign = lang, true
	}
	return d
}

// statusInherit is the status of published attachments.
const statusInherit content.Status = "inherit"

// head decodes the fields of every post type. The link of a multilingual entity is the English
// one; its alternative links are set only if they differ by more than the language prefix.
func (d decoder) head(n node, allLanguages bool) content.Head {
	head := content.Head{
		ID: n.at("id").integer(), Type: content.Type(n.at("type").text()),
		Slug: n.at("slug").text(), Status: content.Status(n.at("status").text()),
		Date: timestamp(n, "date"), Modified: timestamp(n, "modified"),
		Lang: d.lang, Link: d.links.Site(n.at("link").text()),
		AlternativeLinks: d.alternatives(field(n, "alternative_links")),
		Embedded:         d.embedded(n.at("_embedded")),
		Protected:        n.at("content").at("protected").boolean(),
	}
	head.SEO = d.seo(n)
	if head.Status == "" || head.Status == statusInherit {
		head.Status = content.StatusPublish
	}
	if allLanguages {
		d.shareLink(&head)
	} else if head.AlternativeLinks != nil {
		head.AlternativeLinks[d.lang] = head.Link
	}
	return head
}

// shareLink sets the English link of a multilingual entity.
func (d decoder) shareLink(head *content.Head) {
	own := head.Link
	englishLink, lang := toEnglish(own)
	head.Lang = ""
	switch {
	case head.AlternativeLinks != nil:
		head.AlternativeLinks[d.lang] = own
		if first := head.AlternativeLinks[i18n.Fallback]; first != "" {
			head.Link = first
			dropDerivedAlternatives(head)
			return
		}
	case lang != d.lang, d.foreign:
		head.AlternativeLinks = map[i18n.Lang]string{d.lang: own}
		return
	}
	head.Link = englishLink
}

// dropDerivedAlternatives removes alternative links that follow from the English link by
// the language prefix.
func dropDerivedAlternatives(head *content.Head) {
	if len(head.AlternativeLinks) != len(i18n.Filled) {
		return
	}
	for _, lang := range i18n.Filled {
		if head.AlternativeLinks[lang] != lang.Prefix()+head.Link {
			return
		}
	}
	head.AlternativeLinks = nil
}

// embedded decodes embedded entities (routing §6.2). Errors in their place have no id,
// a deleted image has no address.
func (d decoder) embedded(n node) []content.Entity {
	if !n.isObject() {
		return nil
	}
	var found []content.Entity
	add := func(items []node) {
		for _, item := range items {
			if entity := d.entity(item); entity != nil {
				found = append(found, entity)
			}
		}
	}
	add(n.at("author").list())
	for _, terms := range n.at("wp:term").list() { // one list per taxonomy, also empty
		add(terms.list())
	}
	add(withAddress(n.at("wp:featuredmedia").list()))
	add(withAddress(n.at("wp:contentmedia").list()))
	for _, replies := range n.at("replies").list() {
		add(replies.list())
	}
	return found
}

func withAddress(media []node) []node {
	var kept []node
	for _, item := range media {
		if !item.at("source_url").empty() {
			kept = append(kept, item)
		}
	}
	return kept
}
