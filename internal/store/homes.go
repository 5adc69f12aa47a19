package store

import (
	"context"
	"database/sql"
	"errors"

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
		if home, ok := entity.(E); ok && content.HeadOf(entity).Status == content.StatusPublish {
			list.Items = append(list.Items, home)
		}
	}
	return list, nil
}

// ids reads a query's only column.
func (s *Store) ids(ctx context.Context, query string, args []any) ([]int, error) {
	var ids []int
	err := s.db.Read().Each(ctx, query, args, func(rows *sql.Rows) error {
		var id int
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
