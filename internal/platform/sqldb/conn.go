package sqldb

import (
	"context"
	"database/sql"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// maxStatements bounds the prepared statements that are kept. Archive queries have
// many shapes, but not endlessly many.
const maxStatements = 256

// Conn runs SQL on a pool or in a transaction and keeps its statements prepared.
type Conn struct {
	dialect dialect
	on      querier
	health  *health // of a PostgreSQL server, for its pool of readers; else nil

	mu         sync.RWMutex
	statements map[string]*statement
}

func newConn(d dialect, on querier) *Conn {
	return &Conn{dialect: d, on: on, statements: map[string]*statement{}}
}

// Exec runs a statement that returns no rows.
func (c *Conn) Exec(ctx context.Context, query string, args ...any) error {
	st, done, err := c.statement(ctx, query)
	if err != nil {
		return err
	}
	defer done()
	if c.dialect.server {
		return withTimeout(ctx, writeTimeout, func(ctx context.Context) error { return st.exec(ctx, c.on, validTexts(args)) })
	}
	return st.exec(ctx, c.on, args)
}

// Each runs a query and calls scan for every row. On the pool of a PostgreSQL server
// it retries while the server is away and no row has arrived, for some seconds.
func (c *Conn) Each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	return c.each(ctx, readTimeout, query, args, scan)
}

// One runs a query and scans its first row; found is false when there is none.
func (c *Conn) One(ctx context.Context, query string, args []any, into ...any) (found bool, err error) {
	return c.OneWithin(ctx, readTimeout, query, args, into...)
}

// OneWithin is One with a timeout of its own, for a query that waits for a lock. The
// timeout counts for PostgreSQL only.
func (c *Conn) OneWithin(ctx context.Context, timeout time.Duration, query string, args []any, into ...any) (found bool, err error) {
	err = c.each(ctx, timeout, query, args, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return rows.Scan(into...)
	})
	return found, err
}

func (c *Conn) each(ctx context.Context, timeout time.Duration, query string, args []any, scan func(*sql.Rows) error) error {
	st, done, err := c.statement(ctx, query)
	if err != nil {
		return err
	}
	defer done()
	if c.dialect.server {
		return c.eachOnServer(ctx, timeout, st, validTexts(args), scan)
	}
	rows, err := st.query(ctx, c.on, args)
	if err != nil {
		return err
	}
	defer rows.Close()
	return scanAll(rows, scan)
}

// statement returns the prepared statement of a query; done gives it back. Preparing
// may wait for a connection, so it holds no lock.
func (c *Conn) statement(ctx context.Context, query string) (st *statement, done func(), err error) {
	c.mu.RLock()
	st, ok := c.statements[query]
	c.mu.RUnlock()
	if ok {
		return st, func() {}, nil
	}
	st = &statement{text: c.dialect.bind(query)}
	if !c.dialect.server {
		if st.prepared, err = c.on.PrepareContext(ctx, st.text); err != nil {
			return nil, nil, err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.statements[query]; taken || len(c.statements) >= maxStatements {
		return st, st.close, nil
	}
	c.statements[query] = st
	return st, func() {}, nil
}

func (c *Conn) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, st := range c.statements {
		st.close()
	}
	clear(c.statements)
}

// validTexts makes texts fit for PostgreSQL, which refuses invalid UTF-8 and zero
// bytes: visitors choose some of the keys that are looked up. It changes args.
func validTexts(args []any) []any {
	for i, arg := range args {
		text, ok := arg.(string)
		if !ok || utf8.ValidString(text) && !strings.Contains(text, "\x00") {
			continue
		}
		args[i] = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	}
	return args
}
