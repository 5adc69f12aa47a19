package resolve

import (
	"context"

	"estate/internal/content"
	"estate/internal/site/route"
)

// term lists the entities of a category, a tag or another term (routing §7.2).
func (f *fetch) term(ctx context.Context) error {
	endpoint, name := f.target.Taxonomy, f.target.Taxonomy
	if len(f.target.Endpoints) > 0 {
		endpoint = f.target.Endpoints[0]
	}
	id, err := f.termID(ctx, endpoint)
	if err != nil {
		return err
	}
	settings := f.taxonomy(name)
	archive, err := f.archive(ctx, content.ArchiveQuery{
		Endpoint: settings.PostTypeEndpoint, Taxonomy: endpoint, Term: id, Params: settings.Params,
	})
	if err != nil {
		return err
	}
	if f.isPastEnd(archive) {
		return content.TermPageNotFound(name, f.target.Slug, f.pageNumber())
	}
	if _, known := f.atRoute(); known["taxonomy"] == nil {
		return content.RouteMismatch(f.link.Route)
	}
	f.result.Entity = f.Entity(content.Ref{Type: content.Type(name), ID: id})
	f.setArchive(archive)
	f.fields["id"], f.fields["taxonomy"] = id, name
	f.fields["isTerm"], f.fields["isTaxonomy"] = true, true
	f.fields[route.FlagName(name)] = true
	return nil
}

// termID is the term's id in the route's record, else that of its slug.
func (f *fetch) termID(ctx context.Context, endpoint string) (int, error) {
	if id, known := f.atRoute(); id != 0 && known["taxonomy"] != nil && !f.force {
		return id, nil
	}
	return f.lookUpID(ctx, endpoint)
}

// lookUpID finds the entity with the target's slug; the one at this route comes first.
func (f *fetch) lookUpID(ctx context.Context, endpoint string) (int, error) {
	found, err := f.resolver.source.BySlug(ctx, f.lang, endpoint, f.target.Slug)
	if err != nil {
		return 0, err
	}
	if len(found) == 0 {
		return 0, content.EntityNotFound(endpoint, f.target.Slug)
	}
	f.Keep(f.lang, true, found...)
	if entity := f.atLink(found); entity != nil {
		return entity.Ref().ID, nil
	}
	return found[0].Ref().ID, nil
}

func (f *fetch) taxonomy(name string) Taxonomy {
	for _, taxonomy := range f.resolver.config.Taxonomies {
		if taxonomy.Name == name {
			return taxonomy
		}
	}
	return Taxonomy{Name: name}
}

// author lists the posts of an author (routing §7.1).
func (f *fetch) author(ctx context.Context) error {
	id, known := f.atRoute()
	if id == 0 || known["taxonomy"] != nil || known["type"] != nil || f.force {
		var err error
		if id, err = f.lookUpID(ctx, "users"); err != nil {
			return err
		}
	}
	archive, err := f.archive(ctx, content.ArchiveQuery{Author: id})
	if err != nil {
		return err
	}
	if f.isPastEnd(archive) {
		return content.AuthorPageNotFound(f.target.Slug, f.pageNumber())
	}
	f.result.Entity = f.Entity(content.Ref{Type: content.TypeAuthor, ID: id})
	f.setArchive(archive)
	f.fields["id"], f.fields["isAuthor"] = id, true
	return nil
}
