package store

import (
	"context"

	"estate/internal/content"
)

// selection selects one part of the entities of a type.
type selection struct {
	typ     content.Type
	where   string // clause for entities, aliased e
	args    []any
	idOrder []int  // order the entities as these ids; nil: by orderBy
	orderBy string // ORDER BY clause
	skip    int
	limit   int
}

// selectEntities returns the entities of a selection and the total without its limits.
func (s *Store) selectEntities(ctx context.Context, sel selection) (*content.Archive, error) {
	found := &content.Archive{}
	query := "SELECT e.id FROM entities e WHERE " + sel.where
	var ids []int
	var err error
	if sel.idOrder != nil {
		if ids, err = s.ids(ctx, query, sel.args); err != nil {
			return nil, err
		}
		ids = inOrder(sel.idOrder, ids)
		found.Total = len(ids)
		ids = cut(ids, sel.skip, sel.limit)
	} else {
		if _, err = s.db.Read().One(ctx, "SELECT COUNT(*) FROM entities e WHERE "+sel.where, sel.args, &found.Total); err != nil {
			return nil, err
		}
		if ids, err = s.ids(ctx, query+" ORDER BY "+sel.orderBy+" LIMIT ? OFFSET ?", append(sel.args, sel.limit, sel.skip)); err != nil {
			return nil, err
		}
	}
	found.TotalPages = (found.Total + sel.limit - 1) / sel.limit
	found.Items, err = s.load(ctx, sel.typ, ids)
	return found, err
}

// cut returns one page of a list, empty past the last page.
func cut[E any](all []E, skip, perPage int) []E {
	from := min(skip, len(all))
	return all[from:min(from+perPage, len(all))]
}

// inOrder returns found in the order of wanted, without duplicates.
func inOrder(wanted, found []int) []int {
	has := make(map[int]bool, len(found))
	for _, id := range found {
		has[id] = true
	}
	ordered := make([]int, 0, len(found))
	for _, id := range wanted {
		if has[id] {
			ordered = append(ordered, id)
			delete(has, id)
		}
	}
	return ordered
}
