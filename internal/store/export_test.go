package store

import (
	"context"

	"estate/internal/store/sqldb"
)

// ChangesSince lists the changes after number seq, oldest first, at most maxChanges.
func (s *Store) ChangesSince(ctx context.Context, seq uint64) (changes []Change, err error) {
	err = s.db.ReadTx(ctx, func(db *sqldb.Conn) (err error) {
		changes, _, err = changesSince(ctx, db, seq, maxChanges)
		return err
	})
	return changes, err
}

// HasTextIndex reports whether text searches use the text index.
func (s *Store) HasTextIndex() bool { return s.textsComplete.Load() }
