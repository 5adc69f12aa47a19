package store

import (
	"context"
	"slices"

	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/store/sqldb"
)

// RowChanges are whole batches of changes, as of one moment.
type RowChanges struct {
	Last      uint64 // number of the newest change that is in it
	Put       []search.Row
	Gone      map[search.Kind][]int
	Redirects bool // the table of old links changed
}

// RowsSince tells what the search index has to learn after change seq. All batches
// up to one moment are in it, so that an index never shows half of one, and it may
// reach further than the change that somebody was told of. ErrChangesLost tells
// that there is too much to learn: read everything anew (Rows).
func (s *Store) RowsSince(ctx context.Context, seq uint64) (RowChanges, error) {
	var news RowChanges
	err := s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		ids := map[search.Kind][]int{}
		news = RowChanges{Last: seq, Gone: map[search.Kind][]int{}}
		for most := mostNews; ; {
			changes, last, err := changesSince(ctx, db, news.Last, maxChanges)
			if err != nil {
				return err
			}
			news.sort(changes, ids)
			if len(changes) == 0 {
				news.Last = last
				break
			}
			news.Last = changes[len(changes)-1].Seq
			if most -= len(changes); most < 0 {
				return ErrChangesLost
			}
		}
		return news.read(ctx, db, ids)
	})
	if err != nil {
		return RowChanges{}, s.explain("read what changed", err)
	}
	return news, nil
}

func (n *RowChanges) sort(changes []Change, ids map[search.Kind][]int) {
	for _, change := range changes {
		n.Redirects = n.Redirects || change.Kind == ChangeRedirects
		if kind, ok := collectionOf(change.Ref.Type); ok && change.Kind == ChangeEntity {
			ids[kind] = append(ids[kind], change.Ref.ID)
		}
	}
}

func (n *RowChanges) read(ctx context.Context, db *sqldb.Conn, ids map[search.Kind][]int) (err error) {
	for kind, changed := range ids {
		slices.Sort(changed)
		changed = slices.Compact(changed)
		from := len(n.Put)
		if n.Put, err = rowsByID(ctx, db, kind, changed, n.Put); err != nil {
			return err
		}
		found := make(map[int]bool, len(n.Put)-from)
		for _, row := range n.Put[from:] {
			found[row.ID] = true
		}
		for _, id := range changed {
			if !found[id] {
				n.Gone[kind] = append(n.Gone[kind], id)
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
