package store

import (
	"context"
	"path"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store/record"
)

// Reference finds the property or development with an agency reference. Where several
// have the same reference, it is the one with the lowest id.
func (s *Store) Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (content.ReferenceHit, error) {
	entity, err := s.byReference(ctx, kind, reference)
	if err != nil {
		return content.ReferenceHit{}, err
	}
	link := entity.LinkIn(lang)
	if link == "" {
		return content.ReferenceHit{}, content.ErrNotFound
	}
	name := content.HeadOf(entity).Slug
	if len(content.HeadOf(entity).AlternativeLinks) > 0 {
		name = path.Base(path.Clean(link))
	}
	return content.ReferenceHit{Type: content.Type(kind), Name: name, Link: link}, nil
}

const referenceQuery = "SELECT id FROM homes WHERE reference = ? AND kind = ? ORDER BY id LIMIT 1"

func (s *Store) byReference(ctx context.Context, kind search.Kind, reference string) (content.Entity, error) {
	key := search.FoldReference(reference)
	if key == "" {
		return nil, content.ErrNotFound
	}
	var id int
	found, err := s.db.Read().One(ctx, referenceQuery, []any{key, string(kind)}, &id)
	if err != nil {
		return nil, s.explain("look up a reference", err)
	}
	if !found {
		return nil, content.ErrNotFound
	}
	entities, err := s.load(ctx, content.Type(kind), []int{id})
	switch {
	case err != nil:
		return nil, s.explain("load what a reference names", err)
	case len(entities) == 0: // deleted in between
		return nil, content.ErrNotFound
	}
	return entities[0], nil
}

// maxNear bounds the references that are suggested for a misspelt one.
const maxNear = 5

// NearReferences lists the references that are close to a misspelt one, the closest
// first. It is empty when the searcher is no content.NearSearcher.
func (s *Store) NearReferences(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) ([]content.NearReference, error) {
	searcher := s.searcher.Load()
	if searcher == nil {
		return nil, nil
	}
	near, ok := (*searcher).(content.NearSearcher)
	if !ok {
		return nil, nil
	}
	ids := near.Near(kind, search.FoldReference(reference), maxNear)
	if len(ids) == 0 {
		return nil, nil
	}
	entities, err := s.load(ctx, content.Type(kind), ids)
	if err != nil {
		return nil, s.explain("load near references", err)
	}
	var list []content.NearReference
	for _, entity := range entities {
		hit := content.NearReference{Type: content.Type(kind), Link: entity.LinkIn(lang)}
		switch e := entity.(type) {
		case *content.Property:
			hit.Reference, hit.Title = e.Reference, e.TitleIn(lang)
		case *content.Development:
			hit.Reference, hit.Title = e.Reference, e.TitleIn(lang)
		}
		if hit.Link != "" && content.HeadOf(entity).Status == content.StatusPublish {
			list = append(list, hit)
		}
	}
	return list, nil
}

// oldReferencePaths are the paths under which the former site had a reference.
var oldReferencePaths = map[i18n.Lang]string{
	i18n.LangEN: "/propertie/",
	i18n.LangES: "/es/propiedad/",
}

// RedirectReference returns the link of the property or development with this
// reference, else the target of its old link in the table of redirects.
func (s *Store) RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error) {
	for _, kind := range []search.Kind{search.KindProperties, search.KindDevelopments} {
		entity, err := s.byReference(ctx, kind, reference)
		switch {
		case content.IsNotFound(err):
			continue
		case err != nil:
			return "", err
		}
		if link := entity.LinkIn(lang); link != "" {
			return link, nil
		}
		return "", content.ErrNotFound
	}
	if pair, ok := s.snapshot.Load().redirects[record.FoldLink(oldReferencePaths[lang]+search.FoldReference(reference))]; ok {
		return pair.To, nil
	}
	return "", content.ErrNotFound
}
