package restapi

import (
	"slices"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/search"
)

// terms lists all terms of a taxonomy in the request's language, in the editor's order.
func (c *call) terms(tax *taxonomy) ([]*content.Term, error) {
	terms, err := c.source.Terms(c.ctx, c.lang, tax.taxonomy)
	if err == nil && len(terms) == 0 && tax.taxonomy == search.KeyOptions {
		terms, err = c.source.Terms(c.ctx, c.lang, taxCollections)
	}
	return terms, err
}

// listTerms answers a list of terms. A page past the end is empty.
func (c *call) listTerms(tax *taxonomy) (*response, error) {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	if in.texts["context"] == "edit" {
		return nil, forbiddenContext("edit terms in this taxonomy")
	}
	all, err := c.terms(tax)
	if err != nil {
		return nil, err
	}
	var ofPost []int
	post, hasPost := in.ints["post"]
	if hasPost {
		if ofPost, err = c.termsOfPost(tax, post); err != nil {
			return nil, err
		}
	}
	var entries []entry
	for _, term := range all {
		parent, hasParent := in.ints["parent"]
		switch {
		case hasPost && !slices.Contains(ofPost, term.ID), hasParent && term.Parent != parent, in.bools["hide_empty"] && term.Count == 0:
			continue
		}
		entries = append(entries, entry{
			id: term.ID, slug: term.Slug, name: term.Name.In(c.lang), description: term.Description.In(c.lang), count: term.Count,
			item: func() item { return c.term(tax, term, in.texts["context"]) },
		})
	}
	return c.pageOf(in, entries), nil
}

// termsOfPost are the ids of the terms of an entity of one of the taxonomy's post types.
func (c *call) termsOfPost(tax *taxonomy, id int) ([]int, error) {
	for _, t := range tax.postTypes {
		entity, err := c.source.ByID(c.ctx, c.lang, t.endpoint, id, "")
		switch {
		case statusOf(err) != 0:
			continue
		case err != nil:
			return nil, err
		}
		switch e := entity.(type) {
		case *content.Post:
			if tax.taxonomy == taxCategory {
				return e.Categories, nil
			}
			return e.Tags, nil
		case *content.Property:
			return c.termsOfProperty(tax, e.Placing), nil
		case *content.Development:
			return c.termsOfProperty(tax, e.Placing), nil
		}
	}
	return nil, nil
}

// singleTerm answers one term.
func (c *call) singleTerm(tax *taxonomy, id int) (*response, error) {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	term, err := c.termByID(tax, id)
	switch {
	case content.IsNotFound(err):
		return nil, invalidTerm()
	case err != nil:
		return nil, err
	}
	if in.texts["context"] == "edit" {
		return nil, forbiddenContext("edit this term")
	}
	return c.single(c.term(tax, term, in.texts["context"]), ""), nil
}

// termByID returns a term of any language, ErrNotFound when there is none.
func (c *call) termByID(tax *taxonomy, id int) (*content.Term, error) {
	entity, err := c.source.ByID(c.ctx, c.lang, tax.taxonomy, id, "")
	if term, ok := entity.(*content.Term); ok && err == nil {
		return term, nil
	}
	if err != nil && statusOf(err) == 0 {
		return nil, err
	}
	if tax.taxonomy != search.KeyOptions {
		return nil, content.ErrNotFound
	}
	terms, err := c.terms(tax)
	if err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(terms, func(t *content.Term) bool { return t.ID == id }); at >= 0 {
		return terms[at], nil
	}
	return nil, content.ErrNotFound
}

// term is the item of a term. A shared term has its texts in all languages.
func (c *call) term(tax *taxonomy, term *content.Term, context string) item {
	var acf object
	if term.Lang == "" {
		inLanguages(&acf, "name", term.Name, true)
		inLanguages(&acf, "description", term.Description, false)
	}
	link := term.LinkIn(c.lang)
	if link == "" {
		link = term.Link
	}
	o := object{
		{"id", term.ID},
		{"count", term.Count},
		{"description", term.Description.In(c.lang)},
		{"link", c.absolute(link)},
		{"name", named(term.Name.In(c.lang))},
		{"slug", term.Slug},
		{"taxonomy", tax.slug},
	}
	if tax.hierarchical {
		o.put("parent", term.Parent)
	}
	o.put("meta", []any{})
	o.put("acf", acf.orList())
	if len(term.AlternativeLinks) > 0 {
		var links object
		for _, lang := range sortedLangs(term.AlternativeLinks) {
			links.put(string(lang), c.absolute(term.AlternativeLinks[lang]))
		}
		o.put("alternative_links", links)
	}
	if term.Lang != "" {
		o.put("lang", string(term.Lang))
	}
	if context == "embed" {
		o = o.only("id", "link", "name", "slug", "taxonomy", "acf")
	}
	return item{o, c.termLinks(tax, term)}
}

func (c *call) termLinks(tax *taxonomy, term *content.Term) []relation {
	id := strconv.Itoa(term.ID)
	links := []relation{
		to("self", c.href(tax.endpoint+"/"+id)), to("collection", c.href(tax.endpoint)),
		to("about", c.href("taxonomies/"+tax.slug)),
	}
	if term.Parent != 0 && tax.hierarchical {
		links = append(links, embedding("up", c.href(tax.endpoint+"/"+strconv.Itoa(term.Parent)), func() any {
			parent, err := c.termByID(tax, term.Parent)
			if err != nil {
				return invalidTerm().body()
			}
			return embeddedItem(c.term(tax, parent, "embed"))
		}))
	}
	var lists []target
	for _, t := range tax.postTypes {
		lists = append(lists, target{href: c.href(t.endpoint + "?" + tax.endpoint + "=" + id)})
	}
	return append(links, relation{"wp:post_type", lists})
}

// embeddedTerms are terms embedded in an entity, without deleted ones, as in WordPress.
func (c *call) embeddedTerms(tax *taxonomy, ids []int) any {
	found := []any{}
	for _, id := range ids {
		if term, err := c.termByID(tax, id); err == nil {
			found = append(found, embeddedItem(c.term(tax, term, "embed")))
		}
	}
	return found
}
