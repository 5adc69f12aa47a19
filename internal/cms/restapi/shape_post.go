package restapi

import (
	"strconv"

	"estate/internal/content"
)

// post is an article of the blog or of a configured post type.
func (c *call) post(t *postType, p *content.Post) item {
	var o object
	c.head(&o, &p.Head)
	o.put("title", titled(p.Title))
	o.put("content", protected(p.Content, p.Protected))
	o.put("excerpt", protected(p.Excerpt, p.Protected))
	o.put("author", p.Author)
	o.put("featured_media", mediaID(p.Featured))
	o.put("comment_status", "closed")
	o.put("ping_status", "closed")
	o.put("sticky", p.Sticky)
	o.put("template", "")
	o.put("format", "standard")
	o.put("meta", []any{})
	o.put("categories", numbers(p.Categories))
	o.put("tags", numbers(p.Tags))
	o.put("acf", c.pageFields(p.Fields).orList())
	c.putPluginFields(&o, &p.Head, p.Featured)

	links := append(c.headLinks(t, &p.Head), c.authorRelation(p.Author)...)
	links = append(links, c.revisionsRelation(t, p.ID))
	links = append(links, c.mediaRelations(p.ID, p.Featured)...)
	if len(t.taxonomies) > 0 {
		links = append(links, c.termRelation(t, p.ID, func(tax *taxonomy) []int {
			if tax.taxonomy == taxCategory {
				return p.Categories
			}
			return p.Tags
		}))
	}
	return item{o, links}
}

// putPluginFields puts the fields that the plugin adds to posts and pages.
func (c *call) putPluginFields(o *object, h *content.Head, featured *content.Image) {
	if len(h.AlternativeLinks) > 0 {
		o.put("alternative_links", c.alternatives(h))
	}
	o.put("lang", string(h.Lang))
	o.put("featured_image", c.image(featured))
}

// page is a content page.
func (c *call) page(t *postType, p *content.Page) item {
	var o object
	c.head(&o, &p.Head)
	o.put("title", titled(p.Title))
	o.put("content", protected(p.Content, p.Protected))
	o.put("excerpt", protected(p.Excerpt, p.Protected))
	o.put("author", 0)
	o.put("featured_media", mediaID(p.Featured))
	o.put("parent", p.Parent)
	o.put("menu_order", 0)
	o.put("comment_status", "closed")
	o.put("ping_status", "closed")
	o.put("template", "")
	o.put("meta", []any{})
	acf := c.pageFields(p.Fields)
	if p.Filter != nil {
		acf.put("property_filter", c.propertyFilter(p.Filter))
	}
	if len(p.Sections) > 0 {
		acf.put("sections", sections(p.Sections))
	}
	o.put("acf", acf.orList())
	c.putPluginFields(&o, &p.Head, p.Featured)

	links := append(c.headLinks(t, &p.Head), c.revisionsRelation(t, p.ID))
	links = append(links, c.mediaRelations(p.ID, p.Featured)...)
	if p.Parent != 0 {
		links = append(links, embedding("up", c.href(t.endpoint+"/"+strconv.Itoa(p.Parent)), func() any { return c.embeddedPage(t, p.Parent) }))
	}
	return item{o, links}
}

// embeddedPage is a page embedded in another as its parent.
func (c *call) embeddedPage(t *postType, id int) any {
	entity, err := c.source.ByID(c.ctx, c.lang, t.endpoint, id, "")
	p, isPage := entity.(*content.Page)
	if err != nil || !isPage {
		return embedError(statusOf(err), invalidPost())
	}
	one := c.page(t, p)
	one.data = embedContext(one.data)
	return embeddedItem(one)
}

// embedContext keeps the fields of the context "embed": the head, and all fields of a
// picture.
func embedContext(o object) object {
	return o.only(
		"id", "date", "slug", "type", "link", "title", "excerpt", "author", "featured_media", "acf", "alternative_links",
		"caption", "alt_text", "media_type", "mime_type", "media_details", "source_url",
		"title_en", "title_es", "caption_en", "caption_es", "alt_en", "alt_es", "color",
	)
}

// pageFields are the header fields of posts and pages, empty when none is set.
func (c *call) pageFields(f content.PageFields) object {
	if f == (content.PageFields{}) {
		return nil
	}
	return object{
		{"title", f.Title},
		{"subtitle", f.Subtitle},
		{"header_type", f.HeaderType},
		{"header_image", c.image(f.HeaderImage)},
		{"search_bar", f.HideSearch},
		{"description", f.Description},
	}
}

// propertyFilter is the preset filter of a listing page: lists of terms, false for none.
func (c *call) propertyFilter(f *content.PropertyFilter) object {
	var o object
	for _, preset := range []struct {
		taxonomy string
		id       int
	}{{"s_offer", f.Offer}, {"s_type", f.Type}, {"s_location", f.Location}} {
		if preset.id == 0 {
			o.put(preset.taxonomy, false)
		} else {
			o.put(preset.taxonomy, []any{c.wpTerm(preset.taxonomy, preset.id)})
		}
	}
	return o
}

// wpTerm is a term in the form of ACF.
func (c *call) wpTerm(taxonomy string, id int) object {
	entity, _ := c.source.ByID(c.ctx, c.lang, taxonomy, id, "")
	term, ok := entity.(*content.Term)
	if !ok {
		term = &content.Term{ID: id}
	}
	return object{
		{"term_id", id},
		{"name", named(term.Name.In(c.lang))},
		{"slug", term.Slug},
		{"term_group", 0},
		{"term_taxonomy_id", id},
		{"taxonomy", taxonomy},
		{"description", term.Description.In(c.lang)},
		{"parent", term.Parent},
		{"count", term.Count},
		{"filter", "raw"},
	}
}
