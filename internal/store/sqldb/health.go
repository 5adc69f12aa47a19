package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"estate/internal/backoff"
)

// Timeouts of a PostgreSQL server. A read is retried while the server restarts; once
// the server has been away for longer than retryFor, every read is tried once, so
// that requests do not pile up.
const (
	readTimeout  = 10 * time.Second // until the first row
	writeTimeout = time.Minute
	retryFor     = 5 * time.Second
)

var readBackoff = backoff.Policy{Initial: 50 * time.Millisecond, Max: 500 * time.Millisecond}

// errTimeout reports a server that did not answer a statement in time.
var errTimeout = errors.New("the database gave no answer in time")

// health is whether a PostgreSQL server answers. The zero value means that it does.
type health struct{ downSince atomic.Int64 } // Unix nanoseconds; 0 while it answers

// observe takes the outcome of a statement into account and returns it. Only an
// outage marks the server as down.
func (h *health) observe(err error) error {
	if h == nil {
		return err
	}
	if err != nil && isOutage(err) {
		h.downSince.CompareAndSwap(0, time.Now().UnixNano())
	} else if err == nil {
		h.downSince.Store(0)
	}
	return err
}

// downFor is how long the server has not answered, 0 while it does.
func (h *health) downFor() time.Duration {
	if since := h.downSince.Load(); since != 0 {
		return max(time.Since(time.Unix(0, since)), time.Nanosecond)
	}
	return 0
}

// Healthy reports a PostgreSQL server that does not answer now. A file is healthy.
func (db *DB) Healthy() error {
	if db.postgres == nil {
		return nil
	}
	if down := db.postgres.health.downFor(); down > 0 {
		return fmt.Errorf("the database has not answered for %v", down.Round(time.Second))
	}
	return nil
}

// withTimeout bounds the time until do has its answer.
func withTimeout(ctx context.Context, timeout time.Duration, do func(context.Context) error) error {
	bounded, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(timeout, cancel)
	defer timer.Stop()
	err := do(bounded)
	if err != nil && ctx.Err() == nil && bounded.Err() != nil {
		return fmt.Errorf("%w (%v): %w", errTimeout, timeout, err)
	}
	return err
}

// eachOnServer runs a query on PostgreSQL. A pool retries on another connection when
// the server went away before the first row; a transaction does not.
func (c *Conn) eachOnServer(ctx context.Context, timeout time.Duration, st *statement, args []any, scan func(*sql.Rows) error) error {
	began := time.Now()
	for failures := 1; ; failures++ {
		answered, err := c.queryServer(ctx, timeout, st, args, scan)
		if answered || err == nil || c.health == nil || !isOutage(err) || ctx.Err() != nil {
			return err
		}
		delay := readBackoff.Delay(failures)
		if time.Since(began)+delay > retryFor || c.health.downFor() > retryFor {
			return err
		}
		if backoff.Sleep(ctx, delay) != nil {
			return err
		}
	}
}

// queryServer runs a query once; answered reports that rows began to arrive.
func (c *Conn) queryServer(ctx context.Context, timeout time.Duration, st *statement, args []any, scan func(*sql.Rows) error) (answered bool, err error) {
	// Rows live as long as the context of their query, so the timeout ends with the
	// first of them and the context stays.
	bounded, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(timeout, cancel)
	rows, err := st.query(bounded, c.on, args)
	late := !timer.Stop()
	if err != nil {
		if late && ctx.Err() == nil {
			err = fmt.Errorf("%w (%v): %w", errTimeout, timeout, err)
		}
		return false, c.health.observe(err)
	}
	defer rows.Close()
	_ = c.health.observe(nil)
	return true, scanAll(rows, scan)
}
