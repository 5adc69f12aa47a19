package restapi

import (
	"strings"

	"estate/internal/content"
	"estate/internal/content/search"
)

// reference answers what an agency reference names (specification §3.14). It always
// answers 200, as the agency's plugin does.
func (c *call) reference(arguments) (*response, error) {
	kind := c.query.text("type")
	if kind == "" {
		kind = string(search.KindProperties)
	}
	hit, err := c.byReference(kind, c.query.text("reference"))
	switch {
	case content.IsNotFound(err):
		return c.noReference(kind)
	case err != nil:
		return nil, err
	}
	data := object{{"type", string(hit.Type)}, {"name", hit.Name}}
	switch entity, err := c.entityOf(kind, hit); {
	case err == nil:
		data.put("id", entity.Ref().ID)
	case !content.IsNotFound(err):
		return nil, err
	}
	// A site link: the site's own search box follows it.
	data.put("link", hit.Link)
	return &response{body: object{{"success", true}, {"data", data}}, allow: true}, nil
}

// noReference answers for an unknown reference. Beside the plugin's response it holds the
// references that are close.
func (c *call) noReference(kind string) (*response, error) {
	body := object{{"success", false}, {"data", "not found"}}
	source, ok := c.source.(content.NearReferences)
	typed := strings.TrimSpace(c.query.text("reference"))
	if !ok || typed == "" || len(typed) > maxReferenceLen {
		return &response{body: body, allow: true}, nil
	}
	hits, err := source.NearReferences(c.ctx, c.lang, search.Kind(kind), typed)
	if err != nil {
		return nil, err
	}
	if len(hits) > 0 {
		near := make([]object, len(hits))
		for i, hit := range hits {
			near[i] = object{
				{"reference", hit.Reference}, {"type", string(hit.Type)}, {"title", hit.Title}, {"link", hit.Link},
			}
		}
		body.put("near", near)
	}
	return &response{body: body, allow: true}, nil
}

// byReference finds a property or development by its reference; ErrNotFound also for
// an unknown kind.
func (c *call) byReference(kind, reference string) (content.ReferenceHit, error) {
	reference = strings.TrimSpace(reference)
	switch search.Kind(kind) {
	case search.KindProperties, search.KindDevelopments:
	default:
		return content.ReferenceHit{}, content.ErrNotFound
	}
	if reference == "" || len(reference) > maxReferenceLen {
		return content.ReferenceHit{}, content.ErrNotFound
	}
	return c.source.Reference(c.ctx, c.lang, search.Kind(kind), reference)
}

// entityOf returns the entity that a reference names.
func (c *call) entityOf(kind string, hit content.ReferenceHit) (content.Entity, error) {
	found, err := c.source.BySlug(c.ctx, c.lang, kind, hit.Name)
	if err != nil {
		return nil, err
	}
	for _, entity := range found {
		if entity.LinkIn(c.lang) == hit.Link {
			return entity, nil
		}
	}
	return nil, content.ErrNotFound
}

// instagram answers the stored feed.
func (c *call) instagram(arguments) (*response, error) {
	posts, err := c.source.Instagram(c.ctx, c.lang)
	if err != nil {
		return nil, err
	}
	data := make([]object, len(posts))
	for i, post := range posts {
		data[i] = object{
			{"id", post.ID},
			{"caption", post.Caption},
			{"media_type", "IMAGE"},
			{"media_url", c.absolute(post.Image.URL)},
			{"permalink", post.Permalink},
			{"image", c.image(&post.Image)},
		}
	}
	return &response{body: object{{"data", data}}, allow: true}, nil
}
