package store

import (
	"context"
	"path"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/store/record"
)

// Reference finds what an agency reference names. Where several carry the same
// one, the lowest id answers.
func (s *Store) Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (content.ReferenceHit, error) {
	home, err := s.byReference(ctx, kind, reference)
	if err != nil {
		return content.ReferenceHit{}, err
	}
	link := home.LinkIn(lang)
	if link == "" {
		return content.ReferenceHit{}, content.ErrNotFound
	}
	name := content.HeadOf(home).Slug
	if len(content.HeadOf(home).AlternativeLinks) > 0 {
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
	homes, err := s.load(ctx, content.Type(kind), []int{id})
	switch {
	case err != nil:
		return nil, s.explain("load what a reference names", err)
	case len(homes) == 0: // deleted in between
		return nil, content.ErrNotFound
	}
	return homes[0], nil
}

// mostNear bounds the references that are offered for a misspelt one.
const mostNear = 5

// NearReferences are homes whose references come close to one that names none,
// the closest first. Where the searcher does not know there are none.
func (s *Store) NearReferences(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) ([]content.NearReference, error) {
	searcher := s.searcher.Load()
	if searcher == nil {
		return nil, nil
	}
	near, ok := (*searcher).(content.NearSearcher)
	if !ok {
		return nil, nil
	}
	ids := near.Near(kind, search.FoldReference(reference), mostNear)
	if len(ids) == 0 {
		return nil, nil
	}
	homes, err := s.load(ctx, content.Type(kind), ids)
	if err != nil {
		return nil, s.explain("load near references", err)
	}
	var list []content.NearReference
	for _, home := range homes {
		hit := content.NearReference{Type: content.Type(kind), Link: home.LinkIn(lang)}
		switch home := home.(type) {
		case *content.Property:
			hit.Reference, hit.Title = home.Reference, home.Title.In(lang)
		case *content.Development:
			hit.Reference, hit.Title = home.Reference, home.Title.In(lang)
		}
		if hit.Link != "" && content.HeadOf(home).Status == content.StatusPublish {
			list = append(list, hit)
		}
	}
	return list, nil
}

// oldReferencePaths are the links under which the former site showed a reference.
var oldReferencePaths = map[i18n.Lang]string{
	i18n.LangEN: "/propertie/",
	i18n.LangES: "/es/propiedad/",
}

// RedirectReference is the link of the home with this reference, else where the
// table of old links sends it.
func (s *Store) RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error) {
	for _, kind := range []search.Kind{search.KindProperties, search.KindDevelopments} {
		home, err := s.byReference(ctx, kind, reference)
		switch {
		case content.IsNotFound(err):
			continue
		case err != nil:
			return "", err
		}
		if link := home.LinkIn(lang); link != "" {
			return link, nil
		}
		return "", content.ErrNotFound
	}
	if pair, ok := s.shelf.Load().redirects[record.FoldLink(oldReferencePaths[lang]+search.FoldReference(reference))]; ok {
		return pair.To, nil
	}
	return "", content.ErrNotFound
}
