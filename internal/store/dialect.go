package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"sync"

	"github.com/pressly/goose/v3"
)

// dialect is what differs between databases.
type dialect struct {
	goose goose.Dialect
	// numbered placeholders are $1, $2 … in place of ?.
	numbered bool
	// snapshot begins a transaction that sees one moment of the database.
	snapshot sql.TxOptions
	// explain turns a driver's error into one that names the remedy; others pass.
	explain func(path string, err error) error
}

// bind rewrites the ? of a query into the database's placeholders. Queries of
// this package hold no ? in text.
func (d dialect) bind(query string) string {
	if !d.numbered {
		return query
	}
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// preparer is a pool or a transaction.
type preparer interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// maxStatements bounds the statements kept prepared; the shapes of archive
// queries are many, but not endless.
const maxStatements = 256

// statements keeps queries prepared on one pool or transaction.
type statements struct {
	dialect dialect
	on      preparer

	mu   sync.RWMutex
	kept map[string]*sql.Stmt
}

func newStatements(d dialect, on preparer) *statements {
	return &statements{dialect: d, on: on, kept: map[string]*sql.Stmt{}}
}

// stmt prepares query or finds it prepared; done gives it back. Preparing may
// wait for a connection, so nobody is kept out meanwhile.
func (s *statements) stmt(ctx context.Context, query string) (stmt *sql.Stmt, done func(), err error) {
	s.mu.RLock()
	stmt, ok := s.kept[query]
	s.mu.RUnlock()
	if ok {
		return stmt, func() {}, nil
	}
	stmt, err = s.on.PrepareContext(ctx, s.dialect.bind(query))
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.kept[query]; taken || len(s.kept) >= maxStatements {
		return stmt, func() { _ = stmt.Close() }, nil
	}
	s.kept[query] = stmt
	return stmt, func() {}, nil
}

func (s *statements) exec(ctx context.Context, query string, args ...any) error {
	stmt, done, err := s.stmt(ctx, query) //nolint:sqlclosecheck // done closes it unless it is kept
	if err != nil {
		return err
	}
	defer done()
	_, err = stmt.ExecContext(ctx, args...)
	return err
}

// each runs query and calls scan for every row of the answer.
func (s *statements) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	stmt, done, err := s.stmt(ctx, query) //nolint:sqlclosecheck // done closes it unless it is kept
	if err != nil {
		return err
	}
	defer done()
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
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
	for _, stmt := range s.kept {
		_ = stmt.Close()
	}
	clear(s.kept)
}

// marks is a list of n placeholders: (?,?,?).
func marks(n int) string {
	return "(" + strings.TrimSuffix(strings.Repeat("?,", n), ",") + ")"
}

// padded repeats the last id until the length is a power of two, so that lists
// of any length need few prepared statements.
func padded(ids []int) []any {
	size := 1
	for size < len(ids) {
		size *= 2
	}
	args := make([]any, size)
	for i := range args {
		args[i] = ids[min(i, len(ids)-1)]
	}
	return args
}
