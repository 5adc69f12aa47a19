package store

import (
	"context"
	"errors"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// Properties returns one page of the properties that pass f, as the searcher finds them.
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
		// The searcher may be behind: an entity that is no longer published is left out.
		if item, ok := entity.(E); ok && content.HeadOf(entity).Status == content.StatusPublish {
			list.Items = append(list.Items, item)
		}
	}
	return list, nil
}
