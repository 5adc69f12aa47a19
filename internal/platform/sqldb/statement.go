package sqldb

import (
	"context"
	"database/sql"
)

// querier is a pool or a transaction.
type querier interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// statement is a query in the dialect of the database. For SQLite it is prepared
// here; the driver of PostgreSQL prepares it on each connection.
type statement struct {
	text     string
	prepared *sql.Stmt
}

func (st *statement) query(ctx context.Context, on querier, args []any) (*sql.Rows, error) {
	if st.prepared != nil {
		return st.prepared.QueryContext(ctx, args...)
	}
	return on.QueryContext(ctx, st.text, args...)
}

func (st *statement) exec(ctx context.Context, on querier, args []any) (err error) {
	if st.prepared != nil {
		_, err = st.prepared.ExecContext(ctx, args...)
	} else {
		_, err = on.ExecContext(ctx, st.text, args...)
	}
	return err
}

func (st *statement) close() {
	if st.prepared != nil {
		_ = st.prepared.Close()
	}
}

func scanAll(rows *sql.Rows, scan func(*sql.Rows) error) error {
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
