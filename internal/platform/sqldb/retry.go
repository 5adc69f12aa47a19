package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"estate/internal/platform/backoff"
)

// retryFor bounds the retries of a read while the server restarts. Once the server has
// been away for longer, every read is tried once, so that requests do not pile up. It
// is the connect timeout too.
const retryFor = 5 * time.Second

var readBackoff = backoff.Policy{Initial: 50 * time.Millisecond, Max: 500 * time.Millisecond}

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
func (c *Conn) queryServer(
	ctx context.Context, timeout time.Duration, st *statement, args []any, scan func(*sql.Rows) error,
) (answered bool, err error) {
	// Rows live as long as the context of their query, so the timeout ends with the
	// first of them and the context stays.
	bounded, cancel := context.WithCancel(ctx)
	defer cancel()
	if c.health != nil {
		timeout = c.health.timeout(timeout)
	}
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
