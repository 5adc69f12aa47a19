package restapi

import (
	"path"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// head puts the first fields of every entity of a post type.
func (c *call) head(o *object, h *content.Head) {
	link := c.linkOf(h)
	o.put("id", h.ID)
	c.putTime(o, "date", h.Date)
	o.put("guid", rendered(link))
	c.putTime(o, "modified", h.Modified)
	o.put("slug", c.slugOf(h))
	o.put("status", string(h.Status))
	o.put("type", string(h.Type))
	o.put("link", link)
}

// linkOf is the address of an entity's page in the request's language, else in its own.
func (c *call) linkOf(h *content.Head) string {
	if h.Lang != "" {
		return c.absolute(h.Link)
	}
	if link := h.LinkIn(c.lang); link != "" {
		return c.absolute(link)
	}
	return c.absolute(h.Link)
}

// slugOf is an entity's slug. An entity with all languages may have another in each.
func (c *call) slugOf(h *content.Head) string {
	link := h.AlternativeLinks[c.lang]
	if h.Lang != "" || link == "" || link == h.Link || path.Clean(link) == "/" {
		return h.Slug
	}
	return path.Base(path.Clean(link))
}

// alternatives are the addresses of the entity per language. An entity with all languages
// and without alternative links has one slug for all.
func (c *call) alternatives(h *content.Head) object {
	var links object
	for _, lang := range i18n.Declared {
		link := h.AlternativeLinks[lang]
		if len(h.AlternativeLinks) == 0 && lang.IsFilled() {
			link = h.LinkIn(lang)
		}
		if link != "" {
			links.put(string(lang), c.absolute(link))
		}
	}
	return links
}

// headLinks are the relations that all entities of a post type have.
func (c *call) headLinks(t *postType, h *content.Head) []relation {
	self := t.endpoint + "/" + strconv.Itoa(h.ID)
	return []relation{
		to("self", c.href(self)),
		to("collection", c.href(t.endpoint)),
		to("about", c.href("types/"+string(t.typ))),
	}
}

// authorRelation is the relation to a user, nil for content without one.
func (c *call) authorRelation(id int) []relation {
	if id == 0 {
		return nil
	}
	return []relation{embedding("author", c.href("users/"+strconv.Itoa(id)), func() any { return c.embeddedAuthor(id) })}
}

// revisionsRelation is the relation to an entity's revisions.
func (c *call) revisionsRelation(t *postType, id int) relation {
	return relation{"version-history", []target{{
		href: c.href(t.endpoint + "/" + strconv.Itoa(id) + "/revisions"), extra: object{{"count", 0}},
	}}}
}

// mediaRelations are the relations to an entity's featured picture and attachments.
func (c *call) mediaRelations(id int, featured *content.Image) []relation {
	var links []relation
	if featured != nil && featured.ID != 0 {
		media := featured.ID
		links = append(links, embedding("wp:featuredmedia", c.href("media/"+strconv.Itoa(media)), func() any { return c.embeddedMedia(media) }))
	}
	return append(links, to("wp:attachment", c.href("media?parent="+strconv.Itoa(id))))
}

// termRelation is the relation to the terms of an entity: one target per taxonomy, each
// embeds a list that may be empty.
func (c *call) termRelation(t *postType, id int, termsOf func(*taxonomy) []int) relation {
	under := relation{name: "wp:term"}
	for _, tax := range t.taxonomies {
		under.targets = append(under.targets, target{
			href: c.href(tax.endpoint + "?post=" + strconv.Itoa(id)), extra: object{{"taxonomy", tax.slug}},
			embed: func() any { return c.embeddedTerms(tax, termsOf(tax)) },
		})
	}
	return under
}

// mediaID is the id of a featured picture, 0 for none.
func mediaID(image *content.Image) int {
	if image == nil {
		return 0
	}
	return image.ID
}
