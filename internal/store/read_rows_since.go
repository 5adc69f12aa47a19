package store

import (
	"context"
	"slices"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/platform/sqldb"
)

// RowChanges are the changes of complete batches, as of one moment.
type RowChanges struct {
	Last      uint64 // number of the last change
	Put       []search.Row
	Deleted   map[search.Kind][]int // ids that are no longer published
	Redirects bool                  // the table of old links changed
}

// RowsSince returns what changed for the search index after change seq. It holds
// complete batches, so that an index never shows half of one, and may include later
// changes than the one a subscriber was called for. With ErrChangesLost there are too
// many changes: everything must be read again (Rows).
func (s *Store) RowsSince(ctx context.Context, seq uint64) (RowChanges, error) {
	var changed RowChanges
	err := s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		ids := map[search.Kind][]int{}
		changed = RowChanges{Last: seq, Deleted: map[search.Kind][]int{}}
		for remaining := maxCatchUp; ; {
			changes, last, err := changesSince(ctx, db, changed.Last, maxChanges)
			if err != nil {
				return err
			}
			changed.sort(changes, ids)
			if len(changes) == 0 {
				changed.Last = last
				break
			}
			changed.Last = changes[len(changes)-1].Seq
			if remaining -= len(changes); remaining < 0 {
				return ErrChangesLost
			}
		}
		return changed.read(ctx, db, ids)
	})
	if err != nil {
		return RowChanges{}, s.explain("read what changed", err)
	}
	return changed, nil
}

// sort collects the changed ids by kind.
func (c *RowChanges) sort(changes []Change, ids map[search.Kind][]int) {
	for _, change := range changes {
		c.Redirects = c.Redirects || change.Kind == ChangeRedirects
		if kind, ok := collectionOf(change.Ref.Type); ok && change.Kind == ChangeEntity {
			ids[kind] = append(ids[kind], change.Ref.ID)
		}
	}
}

// read fills Put and Deleted.
func (c *RowChanges) read(ctx context.Context, db *sqldb.Conn, ids map[search.Kind][]int) (err error) {
	for kind, changed := range ids {
		slices.Sort(changed)
		changed = slices.Compact(changed)
		from := len(c.Put)
		if c.Put, err = rowsByID(ctx, db, kind, changed, c.Put); err != nil {
			return err
		}
		found := make(map[int]bool, len(c.Put)-from)
		for _, row := range c.Put[from:] {
			found[row.ID] = true
		}
		for _, id := range changed {
			if !found[id] {
				c.Deleted[kind] = append(c.Deleted[kind], id)
			}
		}
	}
	return nil
}

func collectionOf(t content.Type) (search.Kind, bool) {
	switch t {
	case content.TypeProperty:
		return search.KindProperties, true
	case content.TypeDevelopment:
		return search.KindDevelopments, true
	}
	return "", false
}
