package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"

	"estate/internal/content/search"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// errStop ends a query whose consumer has stopped.
var errStop = errors.New("stop")

// Rows streams the search rows of all published properties and developments, in no
// particular order and as of one moment. An error ends it.
//
// To stay up to date, read Generation before Rows and call RowsSince from there on.
func (s *Store) Rows(ctx context.Context) iter.Seq2[search.Row, error] {
	var last uint64
	return s.RowsWithLast(ctx, &last)
}

// RowsWithLast is Rows. Before the first row it sets last to the number of the last change in the rows.
func (s *Store) RowsWithLast(ctx context.Context, last *uint64) iter.Seq2[search.Row, error] {
	return func(yield func(search.Row, error) bool) {
		var decoder record.FactsDecoder
		err := s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
			if _, err := db.One(ctx, lastChange, nil, last); err != nil {
				return err
			}
			return db.Each(ctx, "SELECT kind, id, facts FROM homes", nil, func(rows *sql.Rows) error {
				row, err := scanRow(rows, &decoder)
				if err != nil {
					return err
				}
				if !yield(row, nil) {
					return errStop
				}
				return nil
			})
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(search.Row{}, s.explain("read search rows", err))
		}
	}
}

// rowsByID adds the rows of these properties or developments to found. Unpublished ones
// have no row.
func rowsByID(ctx context.Context, db *sqldb.Conn, kind search.Kind, ids []int, found []search.Row) ([]search.Row, error) {
	var decoder record.FactsDecoder
	for len(ids) > 0 {
		chunk := ids[:min(len(ids), 512)]
		ids = ids[len(chunk):]
		list := sqldb.Padded(chunk)
		query := "SELECT kind, id, facts FROM homes WHERE kind = ? AND id IN " + sqldb.Placeholders(len(list))
		err := db.Each(ctx, query, append([]any{string(kind)}, list...), func(rows *sql.Rows) error {
			row, err := scanRow(rows, &decoder)
			found = append(found, row)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// scanRow reads one row of the table homes.
func scanRow(rows *sql.Rows, decoder *record.FactsDecoder) (row search.Row, err error) {
	var kind, facts sql.RawBytes
	if err := rows.Scan(&kind, &row.ID, &facts); err != nil {
		return row, err
	}
	row.Kind = search.KindProperties
	if string(kind) != string(search.KindProperties) {
		row.Kind = search.Kind(kind)
	}
	return row, decoder.Decode(&row, string(facts))
}
