package sqldb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"estate/internal/platform/backoff"
)

// Times of a lease on PostgreSQL.
const (
	leaseInterval = time.Second     // between two pings of a held lease, and two tries to take one
	leaseTimeout  = 2 * time.Second // of one ping or try
)

// ErrLeaseLost is the cause for which the context of a lease ends early.
var ErrLeaseLost = errors.New("the lease is lost: the database did not answer in time")

// Lease waits until this node alone holds the lease of that name, for work that one
// of several nodes should do. The context held ends when ctx ends, when release is
// called, and when the lease may have passed to another node; then context.Cause is
// ErrLeaseLost: the work must stop and may take the lease again. release may be called
// more than once. A node that dies loses its lease at once. A node that is cut off
// from the database loses it within about ten seconds, which is later than it notices
// itself.
//
// A file has one site, which always gets the lease.
func (db *DB) Lease(ctx context.Context, name string) (held context.Context, release func(), err error) {
	if db.ReadOnly() {
		return nil, nil, errReadOnly
	}
	held, end := context.WithCancelCause(ctx)
	if db.postgres == nil {
		return held, func() { end(nil) }, nil
	}
	conn, err := db.postgres.lock(ctx, name)
	if err != nil {
		end(err)
		return nil, nil, fmt.Errorf("take the lease %s: %w", name, db.Explain(err))
	}
	released := make(chan struct{})
	go func() {
		defer close(released)
		end(ping(held, conn))
		// The lock belongs to the session: it is free when the connection ends.
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaseTimeout)
		defer cancel()
		_ = conn.Close(closing)
	}()
	var once sync.Once
	return held, func() {
		once.Do(func() { end(nil) })
		<-released
	}, nil
}

// lock waits for an advisory lock on a connection of its own, through outages, until
// ctx ends. After a wait it delays its return for leaseInterval: the node that had the
// lock, and whose session the server ended, has noticed by then.
func (p *postgres) lock(ctx context.Context, name string) (*pgx.Conn, error) {
	var conn *pgx.Conn
	for waited := false; ; waited = true {
		taken, err := p.tryLock(ctx, &conn, name)
		if taken && waited {
			_ = backoff.Sleep(ctx, leaseInterval)
		}
		if taken {
			return conn, nil
		}
		if err != nil && conn != nil {
			_ = conn.Close(context.WithoutCancel(ctx))
			conn = nil
		}
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil && !isOutage(err) {
			if conn != nil {
				_ = conn.Close(context.WithoutCancel(ctx))
			}
			return nil, err
		}
		_ = backoff.Sleep(ctx, leaseInterval)
	}
}

func (p *postgres) tryLock(ctx context.Context, conn **pgx.Conn, name string) (taken bool, err error) {
	if *conn == nil {
		fresh, err := pgx.ConnectConfig(ctx, p.config.Copy())
		if err != nil {
			return false, err
		}
		*conn = fresh
	}
	bounded, cancel := context.WithTimeout(ctx, leaseTimeout)
	defer cancel()
	err = (*conn).QueryRow(bounded, "SELECT pg_try_advisory_lock($1)", p.lockKey("lease "+name)).Scan(&taken)
	return taken, err
}

// ping checks the session every leaseInterval and returns when it is lost or held
// ends. In between it waits on the connection: the end of the session by the server
// is seen at once.
func ping(held context.Context, conn *pgx.Conn) error {
	for {
		idle, cancel := context.WithTimeout(held, leaseInterval)
		_, err := conn.WaitForNotification(idle) // none is sent to this connection
		cancel()
		if err == nil || pgconn.Timeout(err) {
			bounded, cancel := context.WithTimeout(held, leaseTimeout)
			_, err = conn.Exec(bounded, "SELECT 1")
			cancel()
		}
		switch {
		case held.Err() != nil:
			return held.Err()
		case err != nil:
			return errors.Join(ErrLeaseLost, err)
		}
	}
}
