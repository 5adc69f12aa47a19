package restapi

import (
	"slices"
	"strings"

	"estate/internal/content"
)

// listPosts answers a list of a post type.
func (c *call) listPosts(t *postType) (*response, error) {
	in, fault := read(t.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	if in.texts["context"] == "edit" {
		return nil, forbiddenContext("edit posts in this post type")
	}
	if err := checkOrder(in); err != nil {
		return nil, err
	}
	var found *content.Archive
	var err error
	switch {
	case t.isProperty() && c.query.text(keyRedirect) != "":
		return c.redirectTarget(t, in)
	case t.isProperty():
		found, err = c.findProperties(t, in)
	default:
		found, err = c.find(t, in, listQuery(t, in))
	}
	if err != nil {
		return nil, err
	}
	page, list := in.ints["page"], totalsOf(found.Total, in.ints["per_page"])
	if page > list.pages && list.total > 0 {
		return nil, pageTooHigh(list)
	}
	items := make([]item, 0, len(found.Items))
	for _, entity := range found.Items {
		items = append(items, inContext(c.item(t, entity), in.texts["context"]))
	}
	return c.finish(items, page, list), nil
}

// checkOrder refuses an order whose parameter is missing.
func checkOrder(in input) error {
	switch {
	case in.texts["orderby"] == "include" && len(in.lists["include"]) == 0:
		return includeMissing()
	case in.texts["orderby"] == "relevance" && in.texts["search"] == "":
		return searchMissing()
	}
	return nil
}

// listQuery returns the query for the source.
func listQuery(t *postType, in input) content.ListQuery {
	q := content.ListQuery{
		Endpoint: t.endpoint, Limit: in.ints["per_page"], Offset: offset(in),
		IDs: in.lists["include"], NotIDs: in.lists["exclude"],
		Authors: in.lists["author"], NotAuthors: in.lists["author_exclude"],
		Parents: in.lists["parent"], NotParents: in.lists["parent_exclude"],
		After: in.times["after"], Before: in.times["before"],
		ModifiedAfter: in.times["modified_after"], ModifiedBefore: in.times["modified_before"],
		Search: in.texts["search"], Mime: mimeFilter(in),
		Ascending: in.texts["order"] == "asc",
	}
	if sticky, given := in.bools["sticky"]; given {
		q.Sticky = &sticky
	}
	switch order := in.texts["orderby"]; order {
	case "include", "include_slugs":
		q.Order = "ids"
	case "menu_order": // all have 0; WordPress orders equal ones by title
		q.Order = "title"
	default:
		q.Order = order
	}
	for _, tax := range t.taxonomies {
		if tax.ofProperties {
			continue
		}
		if ids := in.lists[tax.endpoint]; len(ids) > 0 {
			q.Terms = with(q.Terms, tax.taxonomy, ids)
		}
		if ids := in.lists[tax.endpoint+"_exclude"]; len(ids) > 0 {
			q.NotTerms = with(q.NotTerms, tax.taxonomy, ids)
		}
	}
	return q
}

func with(terms map[string][]int, taxonomy string, ids []int) map[string][]int {
	if terms == nil {
		terms = map[string][]int{}
	}
	terms[taxonomy] = ids
	return terms
}

func mimeFilter(in input) string {
	if exact := in.texts["mime_type"]; exact != "" {
		return exact + `"` // the quote ends the text in the document
	}
	if kind := in.texts["media_type"]; kind != "" {
		return kind + "/"
	}
	return ""
}

// offset is the number of items before the requested page.
func offset(in input) int {
	if n, given := in.ints["offset"]; given {
		return n
	}
	return (in.ints["page"] - 1) * in.ints["per_page"]
}

// find returns a list of the source. Slugs are looked up first: an entity may have several
// slugs, which only the source knows.
func (c *call) find(t *postType, in input, q content.ListQuery) (*content.Archive, error) {
	if slugs := in.slugs["slug"]; len(slugs) > 0 {
		ids, err := c.idsBySlug(t.endpoint, slugs)
		if err != nil {
			return nil, err
		}
		if q.IDs = among(ids, q.IDs); len(q.IDs) == 0 {
			return &content.Archive{}, nil
		}
		if !c.query.has("orderby") {
			q.Order = "ids" // entities with one slug often have one date
		}
	}
	return c.source.List(c.ctx, c.lang, q)
}

func (c *call) idsBySlug(endpoint string, slugs []string) ([]int, error) {
	var ids []int
	for _, slug := range slugs {
		found, err := c.source.BySlug(c.ctx, c.lang, endpoint, slug)
		if err != nil {
			return nil, err
		}
		for _, entity := range found {
			if id := entity.Ref().ID; !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil
}

// among returns the ids that are allowed; an empty list allows all.
func among(ids, allowed []int) []int {
	if len(allowed) == 0 {
		return ids
	}
	return slices.DeleteFunc(ids, func(id int) bool { return !slices.Contains(allowed, id) })
}

// item returns an entity of a post type in the shape of the API.
func (c *call) item(t *postType, entity content.Entity) item {
	switch e := entity.(type) {
	case *content.Post:
		return c.post(t, e)
	case *content.Page:
		return c.page(t, e)
	case *content.Media:
		return c.media(t, e)
	case *content.Property:
		return c.property(t, e)
	case *content.Development:
		return c.development(t, e)
	}
	return item{}
}

// inContext shortens an item for the context "embed".
func inContext(one item, context string) item {
	if context == "embed" {
		one.data = embedContext(one.data)
	}
	return one
}

func (a *API) postTypeOf(t content.Type) *postType {
	for _, known := range a.postTypes {
		if known.typ == t {
			return known
		}
	}
	return nil
}

// redirectTarget answers redirectRef: the property that an old agency reference names, or
// only its link where the table of old links has one.
func (c *call) redirectTarget(t *postType, in input) (*response, error) {
	reference := strings.TrimSpace(c.query.text(keyRedirect))
	var link string
	err := content.ErrNotFound
	if len(reference) <= maxReferenceLen {
		link, err = c.source.RedirectReference(c.ctx, c.lang, reference)
	}
	switch {
	case content.IsNotFound(err):
		return c.finish(nil, in.ints["page"], totals{}), nil
	case err != nil:
		return nil, err
	}
	one := item{data: object{{"id", 0}, {"type", "redirect"}, {"link", c.absolute(link)}, {"reference", reference}}}
	switch entity, err := c.entityAt(t, reference, link); {
	case err == nil:
		one = inContext(c.item(t, entity), in.texts["context"])
	case !content.IsNotFound(err):
		return nil, err
	}
	return c.finish([]item{one}, 1, totals{1, 1}), nil
}

// entityAt returns the entity of a type that a reference names, if link is its own.
func (c *call) entityAt(t *postType, reference, link string) (content.Entity, error) {
	hit, err := c.byReference(string(t.typ), reference)
	if err != nil {
		return nil, err
	}
	if hit.Link != link {
		return nil, content.ErrNotFound
	}
	return c.entityOf(string(t.typ), hit)
}
