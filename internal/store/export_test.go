package store

import (
	"context"
	"time"

	"estate/internal/platform/sqldb"
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

// Connection is what OpenShared needs for the listener of a store.
type Connection interface {
	Number(ctx context.Context, query string) (uint64, error)
	Wait(ctx context.Context, timeout time.Duration, wake <-chan struct{}) error
	Close(ctx context.Context)
}

// OpenShared opens a store whose file other stores of this process share, as nodes share a PostgreSQL.
func OpenShared(ctx context.Context, cfg Config, connect func(context.Context) (Connection, error)) (*Store, error) {
	cfg.Beside = true
	return open(ctx, cfg, func(ctx context.Context) (connection, error) { return connect(ctx) })
}

// Number runs a query for one number.
func (s *Store) Number(ctx context.Context, query string) (n uint64, err error) {
	_, err = s.db.Read().One(ctx, query, nil, &n)
	return n, err
}
