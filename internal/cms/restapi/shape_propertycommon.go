package restapi

import (
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// propertyBase is what properties and developments have in common.
type propertyBase struct {
	head        *content.Head
	title       string
	description string
	agent       int
	featured    *content.Image
	placing     content.Placing
}

// propertyHead puts the fields of WordPress that every post type has.
func (c *call) propertyHead(t *postType, o *object, h *propertyBase) {
	c.head(o, h.head)
	o.put("title", titled(h.title))
	o.put("content", protected(content.UnsafeHTML(h.description), h.head.Protected))
	o.put("excerpt", protected("", h.head.Protected))
	o.put("author", h.agent)
	o.put("featured_media", mediaID(h.featured))
	o.put("template", "")
	o.put("meta", []any{})
	for _, tax := range t.taxonomies {
		o.put(tax.endpoint, numbers(c.termsOfProperty(tax, h.placing)))
	}
}

// propertyTexts are the texts in all languages.
type propertyTexts struct{ title, subtitle, description i18n.Text }

// propertyACF is the field acf: the texts, and the terms in full.
func (c *call) propertyACF(p *content.Placing, w propertyTexts) object {
	var acf object
	inLanguages(&acf, "title", w.title, true)
	inLanguages(&acf, "subtitle", w.subtitle, true)
	inLanguages(&acf, "description", w.description, true)
	for _, filed := range []struct {
		taxonomy string
		ids      []int
	}{{search.KeyOffer, p.Offers}, {search.KeyType, p.Types}, {search.KeyLocation, places(*p)}} {
		terms := make([]object, len(filed.ids))
		for i, id := range filed.ids {
			terms[i] = c.wpTerm(filed.taxonomy, id)
		}
		acf.put(filed.taxonomy, orFalse(terms))
	}
	return acf
}

// commonFields are the plugin's fields of both properties and developments.
type commonFields struct {
	head             *content.Head
	reference, promo string
	htmls            []content.UnsafeHTML
	extra            content.Extra
	featured         *content.Image
	gallery, plans   []content.Image
}

func (c *call) putCommonFields(o *object, m commonFields) {
	o.put("reference", m.reference)
	o.put("promo_name", m.promo)
	o.put("htmls", orFalse(strs(m.htmls)))
	o.put("extra", object{{"video", m.extra.Video}, {"pdf", m.extra.PDF}, {"virtual_tour", m.extra.Tour}})
	o.put("alternative_links", c.alternatives(m.head))
	o.put("featured_image", c.image(m.featured))
	o.put("gallery", c.images(m.gallery))
	o.put("plans", c.images(m.plans))
}

func (c *call) propertyLinks(t *postType, h *content.Head, agent int, featured *content.Image, p content.Placing) []relation {
	links := append(c.headLinks(t, h), c.authorRelation(agent)...)
	links = append(links, c.revisionsRelation(t, h.ID))
	links = append(links, c.mediaRelations(h.ID, featured)...)
	return append(links, c.termRelation(t, h.ID, func(tax *taxonomy) []int { return c.termsOfProperty(tax, p) }))
}

// termsOfProperty are the term ids of a taxonomy.
func (c *call) termsOfProperty(tax *taxonomy, p content.Placing) []int {
	switch tax.taxonomy {
	case search.KeyOffer:
		return p.Offers
	case search.KeyType:
		return p.Types
	case search.KeyLocation:
		return places(p)
	case search.KeyCategory, search.KeyCategories:
		return p.Categories
	case search.KeyOptions:
		return c.collectionIDs(tax, p.Collections)
	}
	return nil
}

// places are the ids of the locations, the widest first.
func places(p content.Placing) []int {
	var ids []int
	for _, id := range []int{p.Province, p.City, p.Subarea} {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// collectionIDs are the term ids of collections, which content names by slug.
func (c *call) collectionIDs(tax *taxonomy, slugs []string) []int {
	var ids []int
	if len(slugs) == 0 {
		return nil
	}
	terms, _ := c.terms(tax)
	for _, slug := range slugs {
		for _, term := range terms {
			if term.Slug == slug {
				ids = append(ids, term.ID)
			}
		}
	}
	return ids
}
