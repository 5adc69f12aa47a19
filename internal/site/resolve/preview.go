package resolve

import (
	"context"
	"errors"
	"maps"
	"net/http"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// credential is the credential for the source: that of the request when the link has
// key preview, else "" (routing §8, D8). Any value of the key counts, "false" too.
func (f *fetch) credential() content.Credential {
	if f.link.Query["preview"] == "" {
		return ""
	}
	return f.auth
}

// newestRevision is the entity with the texts of its newest revision, when a preview
// may show it, else the entity itself.
func (f *fetch) newestRevision(ctx context.Context, entity content.Entity) (content.Entity, error) {
	auth := f.credential()
	if auth == "" {
		return entity, nil
	}
	// The revision comes first: it alone proves that the credential opens a published entity.
	ref := entity.Ref()
	revision, err := f.resolver.source.Revision(ctx, f.lang, endpointOf(ref.Type, f.target.Endpoints), ref.ID, auth)
	if err != nil && !errors.Is(err, content.ErrNoRevision) {
		return nil, err
	}
	if entity, err = f.editedEntity(ctx, entity, auth); err != nil || revision == nil {
		return entity, err
	}
	if revision.Parent != ref.ID {
		f.resolver.config.Log.WarnContext(ctx, "revision belongs to another entity: the published entity is shown",
			"type", ref.Type, "id", ref.ID, "parent", revision.Parent)
		return entity, nil
	}
	f.result.Preview = true
	revisedCopy := f.revise(entity, revision)
	f.replace(revisedCopy)
	return revisedCopy, nil
}

// editedEntity is the property or development as the editor sees it. Its fields are not part of a
// revision, so the CMS sends those of an unsaved change with the entity itself. An entity that the credential does not
// open stays as it is published; so does a post or page, whose preview is its revision
// (routing §8).
func (f *fetch) editedEntity(ctx context.Context, entity content.Entity, auth content.Credential) (content.Entity, error) {
	ref := entity.Ref()
	if ref.Type != content.TypeProperty && ref.Type != content.TypeDevelopment {
		return entity, nil
	}
	edited, err := f.resolver.source.ByID(ctx, f.lang, endpointOf(ref.Type, f.target.Endpoints), ref.ID, auth)
	if failure, known := errors.AsType[*content.Error](err); known && PageStatus(failure.Status) == http.StatusNotFound {
		return entity, nil
	}
	if err != nil {
		return nil, err
	}
	f.result.Preview = true
	f.replace(edited)
	return edited, nil
}

// revise is a copy of the entity with the texts of a revision, and with its fields if it has them;
// the source may share the original.
func (f *fetch) revise(entity content.Entity, revision *content.Revision) content.Entity {
	switch e := entity.(type) {
	case *content.Post:
		post := *e
		post.Title, post.Content, post.Excerpt = revision.Title, revision.Content, revision.Excerpt
		if fields := revision.Fields; fields != nil {
			post.Fields, post.Featured = fields.Page, fields.Featured
			if terms := fields.Terms; terms != nil {
				post.Categories, post.Tags = terms.Categories, terms.Tags
			}
		}
		return &post
	case *content.Page:
		page := *e
		page.Title, page.Content, page.Excerpt = revision.Title, revision.Content, revision.Excerpt
		if fields := revision.Fields; fields != nil {
			page.Fields, page.Featured = fields.Page, fields.Featured
			page.Filter, page.Sections = fields.Filter, fields.Sections
		}
		return &page
	case *content.Property:
		property := *e
		property.Title = f.withText(e.Title, revision.Title)
		property.Description = f.withText(e.Description, string(revision.Content))
		return &property
	case *content.Development:
		development := *e
		development.Title = f.withText(e.Title, revision.Title)
		development.Description = f.withText(e.Description, string(revision.Content))
		return &development
	}
	return entity
}

// withText is a copy of text with words in the link's language.
func (f *fetch) withText(text i18n.Text, words string) i18n.Text {
	if words == "" {
		return text
	}
	changed := maps.Clone(text)
	if changed == nil {
		changed = i18n.Text{}
	}
	changed[f.lang] = words
	return changed
}

// endpointOf is the endpoint of a type. For a configured type it is the only
// endpoint of the target, which may have another name than the type.
func endpointOf(entityType content.Type, endpoints []string) string {
	endpoint := entityType.Endpoint()
	if endpoint == string(entityType) && len(endpoints) == 1 {
		return endpoints[0]
	}
	return endpoint
}
