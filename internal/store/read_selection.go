package store

import (
	"context"
	"fmt"
	"time"

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
	text    textSearch
}

// textSearch tells how a list searches texts.
type textSearch int

const (
	noText        textSearch = iota
	indexedSearch            // in the text index
	textScan                 // in every text of the type, until the text index is complete
)

const (
	searchTimeout = 3 * time.Second // bounds the wait for other text searches and the search itself
	maxSearches   = 2               // text searches that use the index at the same time
)

// beginSearch waits for the turn of a text search. Pages use the same connections and
// processors, so they must not wait for many searches at the same time.
func (s *Store) beginSearch(ctx context.Context, kind textSearch) (bounded context.Context, end func(), err error) {
	slots := s.searches
	if kind == textScan {
		slots = s.scan
	}
	bounded, cancel := context.WithTimeout(ctx, searchTimeout)
	select {
	case slots <- struct{}{}:
		return bounded, func() { <-slots; cancel() }, nil
	case <-bounded.Done():
		cancel()
		return nil, nil, fmt.Errorf("%w: too many text searches run", content.ErrUnreachable)
	}
}

// searchEntities is selectEntities for a text search: it runs once, not again for the total.
func (s *Store) searchEntities(ctx context.Context, sel selection) (*content.Archive, error) {
	bounded, end, err := s.beginSearch(ctx, sel.text)
	if err != nil {
		return nil, err
	}
	ids, err := s.ids(bounded, "SELECT e.id FROM entities e WHERE "+sel.where+" ORDER BY "+sel.orderBy, sel.args)
	if timedOut := bounded.Err() != nil && ctx.Err() == nil; err != nil && timedOut {
		err = fmt.Errorf("%w: the text search took longer than %s", content.ErrUnreachable, searchTimeout)
	}
	end()
	if err != nil {
		return nil, err
	}
	found := &content.Archive{Total: len(ids), TotalPages: (len(ids) + sel.limit - 1) / sel.limit}
	found.Items, err = s.load(ctx, sel.typ, cut(ids, sel.skip, sel.limit))
	return found, err
}

// selectEntities returns the entities of a selection and the total without its limits.
func (s *Store) selectEntities(ctx context.Context, sel selection) (*content.Archive, error) {
	if sel.text != noText && sel.idOrder == nil {
		return s.searchEntities(ctx, sel)
	}
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
