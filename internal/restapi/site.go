package restapi

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// reference tells what an agency reference names (specification §3.14). It always
// answers 200, as the agency's plugin does.
func (c *call) reference(arguments) (*answer, error) {
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
	// The site's own search box follows this link: it is one of the site.
	data.put("link", hit.Link)
	return &answer{body: object{{"success", true}, {"data", data}}, allow: true}, nil
}

// nearReferences is what a source knows that can tell what a visitor may have meant.
type nearReferences interface {
	NearReferences(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) ([]content.NearReference, error)
}

// noReference answers for a reference that names nothing. Beside what the
// agency's plugin says it tells the references that come close.
func (c *call) noReference(kind string) (*answer, error) {
	body := object{{"success", false}, {"data", "not found"}}
	source, ok := c.source.(nearReferences)
	typed := strings.TrimSpace(c.query.text("reference"))
	if !ok || typed == "" || len(typed) > longestReference {
		return &answer{body: body, allow: true}, nil
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
	return &answer{body: body, allow: true}, nil
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
	if reference == "" || len(reference) > longestReference {
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
func (c *call) instagram(arguments) (*answer, error) {
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
	return &answer{body: object{{"data", data}}, allow: true}, nil
}
