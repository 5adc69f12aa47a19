package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"modernc.org/sqlite"
)

// maxIdleStatements bounds the prepared statements that a SQLite connection keeps while nobody uses them.
const maxIdleStatements = 64

// OpenPool returns a pool of connections to a SQLite database, by the data source name of the driver. They keep
// their statements prepared. Nothing is opened yet.
func OpenPool(dsn string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(cachingConnector{connector}), nil
}

// cachingConnector opens connections that keep their statements prepared. To prepare a short statement takes
// SQLite as long as to run it, and a transaction prepares all of its statements.
type cachingConnector struct{ driver.Connector }

// Connect implements driver.Connector.
func (c cachingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := opened.(sqliteConn)
	if !ok { // another version of the driver
		return opened, nil
	}
	return &cachingConn{sqliteConn: conn, idle: map[string]sqliteStmt{}}, nil
}

// sqliteConn is what a connection of the driver implements.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// sqliteStmt is what a statement of the driver implements.
type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// cachingConn is a connection with prepared statements that wait for their next use. Package sql makes one
// call at a time.
type cachingConn struct {
	sqliteConn
	idle  map[string]sqliteStmt
	order []string // of idle, the statement that has waited longest first
}

// PrepareContext implements driver.ConnPrepareContext.
func (c *cachingConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if st, ok := c.idle[query]; ok {
		c.forget(query)
		return &cachedStmt{sqliteStmt: st, conn: c, query: query}, nil
	}
	prepared, err := c.sqliteConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	st, ok := prepared.(sqliteStmt)
	if !ok {
		return prepared, nil
	}
	return &cachedStmt{sqliteStmt: st, conn: c, query: query}, nil
}

// ExecContext implements driver.ExecerContext. A statement with arguments is prepared; the others are scripts
// of migrations.
func (c *cachingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) > 0 {
		return nil, driver.ErrSkip
	}
	return c.sqliteConn.ExecContext(ctx, query, args)
}

// Close implements driver.Conn.
func (c *cachingConn) Close() error {
	for _, st := range c.idle {
		_ = st.Close() // the connection ends
	}
	c.idle, c.order = nil, nil
	return c.sqliteConn.Close()
}

// forget takes a statement out of the cache.
func (c *cachingConn) forget(query string) {
	delete(c.idle, query)
	for i, q := range c.order {
		if q == query {
			c.order = append(c.order[:i], c.order[i+1:]...)
			return
		}
	}
}

// keep keeps a statement for its next use.
func (c *cachingConn) keep(query string, st sqliteStmt) error {
	if _, ok := c.idle[query]; ok || c.idle == nil { // one is enough; nil: the connection is closed
		return st.Close()
	}
	c.idle[query] = st
	c.order = append(c.order, query)
	if len(c.order) <= maxIdleStatements {
		return nil
	}
	oldest := c.order[0]
	st = c.idle[oldest]
	c.forget(oldest)
	return st.Close()
}

// cachedStmt goes back to its connection when it is closed.
type cachedStmt struct {
	sqliteStmt
	conn   *cachingConn
	query  string
	failed bool // it is prepared again
}

// ExecContext implements driver.StmtExecContext.
func (s *cachedStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	result, err := s.sqliteStmt.ExecContext(ctx, args)
	s.failed = s.failed || err != nil
	return result, err
}

// QueryContext implements driver.StmtQueryContext.
func (s *cachedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := s.sqliteStmt.QueryContext(ctx, args)
	s.failed = s.failed || err != nil
	return rows, err
}

// Close implements driver.Stmt.
func (s *cachedStmt) Close() error {
	if s.failed {
		return s.sqliteStmt.Close()
	}
	return s.conn.keep(s.query, s.sqliteStmt)
}
