package restapi

import (
	"errors"
	"net/http"
	"strconv"

	"estate/internal/content"
)

// singlePost answers one entity of a post type. An unpublished one needs the credential of
// the request; without it the response is 401, not 404.
func (c *call) singlePost(t *postType, id int) (*response, error) {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	entity, err := c.source.ByID(c.ctx, c.lang, t.endpoint, id, c.auth)
	if err != nil {
		return nil, asProblem(err, invalidPost(), forbidden())
	}
	if in.texts["context"] == "edit" {
		return nil, forbiddenContext("edit this post")
	}
	one := inContext(c.item(t, entity), in.texts["context"])
	link, _ := one.data.get("link").(string)
	return c.single(one, link), nil
}

// asProblem returns the problem for an error of the source.
func asProblem(err error, missing, denied *problem) error {
	switch statusOf(err) {
	case http.StatusNotFound, http.StatusGone:
		return missing
	case http.StatusUnauthorized, http.StatusForbidden:
		return denied
	}
	return err
}

// listRevisions answers the revisions of an entity, the newest only.
func (c *call) listRevisions(t *postType, id int) (*response, error) {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	entity, err := c.source.ByID(c.ctx, c.lang, t.endpoint, id, c.auth)
	if err != nil {
		return nil, asProblem(err, invalidParent(), revisionsForbidden())
	}
	revision, err := c.source.Revision(c.ctx, c.lang, t.endpoint, id, c.auth)
	switch {
	case errors.Is(err, content.ErrNoRevision):
		return c.finish(nil, in.ints["page"], totals{}), nil
	case err != nil:
		return nil, asProblem(err, invalidParent(), revisionsForbidden())
	}
	var items []item
	if in.ints["page"] == 1 {
		items = []item{c.revision(t, content.HeadOf(entity), revision)}
	}
	return c.finish(items, in.ints["page"], totals{1, 1}), nil
}

// revision is the item of a revision. Its id is that of its parent.
func (c *call) revision(t *postType, parent *content.Head, r *content.Revision) item {
	o := object{{"author", 0}}
	c.putTime(&o, "date", parent.Modified)
	o.put("id", r.Parent)
	c.putTime(&o, "modified", parent.Modified)
	id := strconv.Itoa(r.Parent)
	o = append(o, object{
		{"parent", r.Parent},
		{"slug", id + "-autosave-v1"},
		{"guid", rendered(c.cfg.SiteURL + "/?p=" + id)},
		{"title", titled(r.Title)},
		{"content", rendered(string(r.Content))},
		{"excerpt", rendered(string(r.Excerpt))},
	}...)
	return item{o, []relation{to("parent", c.href(t.endpoint+"/"+id))}}
}
