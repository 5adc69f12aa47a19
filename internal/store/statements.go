package store

import (
	"context"
	"database/sql"
	"sync"
)

// connection is a pool or a transaction.
type connection interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// maxStatements bounds the statements kept; the shapes of archive queries are
// many, but not endless.
const maxStatements = 256

// statements runs queries on one pool or transaction and keeps them ready.
type statements struct {
	dialect dialect
	on      connection
	server  *server // whose health the pool's answers tell; nil for a file and in a transaction

	mu   sync.RWMutex
	kept map[string]*statement
}

// statement is a query in the database's own words. A file's is prepared here;
// the driver of a server keeps its own prepared on every connection.
type statement struct {
	text     string
	prepared *sql.Stmt
}

func newStatements(d dialect, on connection) *statements {
	return &statements{dialect: d, on: on, kept: map[string]*statement{}}
}

func (st *statement) query(ctx context.Context, on connection, args []any) (*sql.Rows, error) {
	if st.prepared != nil {
		return st.prepared.QueryContext(ctx, args...)
	}
	return on.QueryContext(ctx, st.text, args...)
}

func (st *statement) exec(ctx context.Context, on connection, args []any) (err error) {
	if st.prepared != nil {
		_, err = st.prepared.ExecContext(ctx, args...)
	} else {
		_, err = on.ExecContext(ctx, st.text, args...)
	}
	return err
}

// find makes query ready or finds it so; done gives it back. Preparing may wait
// for a connection, so nobody is kept out meanwhile.
func (s *statements) find(ctx context.Context, query string) (st *statement, done func(), err error) {
	s.mu.RLock()
	st, ok := s.kept[query]
	s.mu.RUnlock()
	if ok {
		return st, func() {}, nil
	}
	st = &statement{text: s.dialect.bind(query)}
	if !s.dialect.shared {
		if st.prepared, err = s.on.PrepareContext(ctx, st.text); err != nil {
			return nil, nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.kept[query]; taken || len(s.kept) >= maxStatements {
		return st, st.close, nil
	}
	s.kept[query] = st
	return st, func() {}, nil
}

func (st *statement) close() {
	if st.prepared != nil {
		_ = st.prepared.Close()
	}
}

func (s *statements) exec(ctx context.Context, query string, args ...any) error {
	st, done, err := s.find(ctx, query)
	if err != nil {
		return err
	}
	defer done()
	if s.dialect.shared {
		return patiently(ctx, writePatience, func(ctx context.Context) error { return st.exec(ctx, s.on, storable(args)) })
	}
	return st.exec(ctx, s.on, args)
}

// each runs query and calls scan for every row of the answer.
func (s *statements) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	st, done, err := s.find(ctx, query)
	if err != nil {
		return err
	}
	defer done()
	if s.dialect.shared {
		return s.eachOfServer(ctx, st, storable(args), scan)
	}
	rows, err := st.query(ctx, s.on, args)
	if err != nil {
		return err
	}
	defer rows.Close()
	return scanAll(rows, scan)
}

func scanAll(rows *sql.Rows, scan func(*sql.Rows) error) error {
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// one runs query and scans its only row; found is false when there is none.
func (s *statements) one(ctx context.Context, query string, args []any, into ...any) (found bool, err error) {
	err = s.each(ctx, query, args, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return rows.Scan(into...)
	})
	return found, err
}

func (s *statements) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range s.kept {
		st.close()
	}
	clear(s.kept)
}
