package store

import (
	"context"
	"database/sql"
	"errors"
	"path"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// Properties returns one page of the homes that pass f, as the searcher finds them.
func (s *Store) Properties(ctx context.Context, _ i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	return listing[*content.Property](ctx, s, search.KindProperties, f)
}

// Developments returns one page of the developments that pass f.
func (s *Store) Developments(ctx context.Context, _ i18n.Lang, f search.Filter) (*content.Listing[*content.Development], error) {
	return listing[*content.Development](ctx, s, search.KindDevelopments, f)
}

func listing[E content.Entity](ctx context.Context, s *Store, kind search.Kind, f search.Filter) (*content.Listing[E], error) {
	searcher := s.searcher.Load()
	if searcher == nil {
		return nil, errors.New("the store has no searcher; call UseSearcher before it serves")
	}
	f.Kind = kind
	result, err := (*searcher).Search(ctx, f)
	if err != nil {
		return nil, err
	}
	entities, err := s.load(ctx, content.Type(kind), result.IDs)
	if err != nil {
		return nil, s.explain("load "+string(kind), err)
	}
	list := &content.Listing[E]{
		Items: make([]E, 0, len(entities)),
		Total: result.Total, TotalPages: result.TotalPages, Counts: result.Counts,
	}
	for _, entity := range entities {
		// The searcher may be a moment behind: a home that was just taken off
		// the site is not shown.
		if home, ok := entity.(E); ok && headOf(entity).Status == content.StatusPublish {
			list.Items = append(list.Items, home)
		}
	}
	return list, nil
}

// Reference finds what an agency reference names. Where several carry the same
// one, the lowest id answers.
func (s *Store) Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (content.ReferenceHit, bool, error) {
	home, err := s.byReference(ctx, kind, reference)
	if err != nil || home == nil {
		return content.ReferenceHit{}, false, err
	}
	link := home.LinkIn(lang)
	if link == "" {
		return content.ReferenceHit{}, false, nil
	}
	name := headOf(home).Slug
	if len(headOf(home).AlternativeLinks) > 0 {
		name = path.Base(path.Clean(link))
	}
	return content.ReferenceHit{Type: content.Type(kind), Name: name, Link: link}, true, nil
}

const referenceQuery = "SELECT id FROM homes WHERE reference = ? AND kind = ? ORDER BY id LIMIT 1"

func (s *Store) byReference(ctx context.Context, kind search.Kind, reference string) (content.Entity, error) {
	key := foldReference(reference)
	if key == "" {
		return nil, nil
	}
	var id int
	found, err := s.read.one(ctx, referenceQuery, []any{key, string(kind)}, &id)
	if err != nil {
		return nil, s.explain("look up a reference", err)
	}
	if !found {
		return nil, nil
	}
	homes, err := s.load(ctx, content.Type(kind), []int{id})
	if err != nil || len(homes) == 0 {
		return nil, err
	}
	return homes[0], nil
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
		if err != nil {
			return "", err
		}
		if home != nil {
			return home.LinkIn(lang), nil
		}
	}
	if pair, ok := s.shelf.Load().redirects[foldLink(oldReferencePaths[lang]+foldReference(reference))]; ok {
		return pair.To, nil
	}
	return "", nil
}

// Withdrawn reports content that was published at link once and is deleted.
func (s *Store) Withdrawn(ctx context.Context, link string) (content.Ref, bool, error) {
	var ref content.Ref
	found, err := s.read.one(ctx, "SELECT type, id FROM withdrawn WHERE link = ?", []any{withoutQuery(foldLink(link))}, &ref.Type, &ref.ID)
	if err != nil {
		return content.Ref{}, false, s.explain("look up withdrawn content", err)
	}
	return ref, found, nil
}

// ids reads a query's only column.
func (s *Store) ids(ctx context.Context, query string, args []any) ([]int, error) {
	var ids []int
	err := s.read.each(ctx, query, args, func(rows *sql.Rows) error {
		var id int
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
