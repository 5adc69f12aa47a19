package restapi

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// reference tells what an agency reference names (specification §3). It always
// answers 200, as the agency's plugin does.
func (c *call) reference(arguments) (*answer, error) {
	kind := c.query.text("type")
	if kind == "" {
		kind = string(search.KindProperties)
	}
	hit, entity, err := c.byReference(kind, c.query.text("reference"))
	if err != nil {
		return nil, err
	}
	if hit.Name == "" {
		return c.noReference(kind)
	}
	data := object{{"type", string(hit.Type)}, {"name", hit.Name}}
	if entity != nil {
		data.put("id", entity.Ref().ID)
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

// byReference finds a home by its reference, nothing for an unknown kind.
func (c *call) byReference(kind, reference string) (hit content.ReferenceHit, entity content.Entity, err error) {
	reference = strings.TrimSpace(reference)
	switch search.Kind(kind) {
	case search.KindProperties, search.KindDevelopments:
	default:
		return hit, nil, nil
	}
	if reference == "" || len(reference) > longestReference {
		return hit, nil, nil
	}
	hit, found, err := c.source.Reference(c.ctx, c.lang, search.Kind(kind), reference)
	if err != nil || !found {
		return content.ReferenceHit{}, nil, err
	}
	homes, err := c.source.BySlug(c.ctx, c.lang, kind, hit.Name)
	if err != nil {
		return hit, nil, err
	}
	for _, home := range homes {
		if home.LinkIn(c.lang) == hit.Link {
			entity = home
		}
	}
	return hit, entity, nil
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
