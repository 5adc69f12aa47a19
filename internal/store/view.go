package store

import (
	"context"
	"database/sql"
)

// view shows fn one moment of the database. Nothing in it is asked again when a
// server goes away.
func (s *Store) view(ctx context.Context, fn func(*statements) error) error {
	var options sql.TxOptions
	if s.dialect.shared {
		options = sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	tx, err := s.readers.BeginTx(ctx, &options)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it only read
	db := newStatements(s.dialect, tx)
	defer db.close()
	return fn(db)
}
