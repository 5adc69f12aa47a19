package sqldb

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Timeouts of a statement on PostgreSQL.
const (
	readTimeout  = 10 * time.Second // until the first row
	downTimeout  = time.Second      // the same, once the server has not answered for retryFor
	writeTimeout = time.Minute
)

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

// timeout is the timeout of a read: shorter while the server does not answer, so that
// requests get the stale page soon where a network loses packets and nothing is refused.
func (h *health) timeout(timeout time.Duration) time.Duration {
	if down := h.downFor(); down > 0 {
		return min(timeout, max(downTimeout, retryFor-down))
	}
	return timeout
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
