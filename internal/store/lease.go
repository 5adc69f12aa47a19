package store

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// How soon a lost lease is noticed, and a free one taken.
const (
	leaseEvery  = time.Second
	leaseAnswer = 2 * time.Second
)

// ErrLeaseLost is the cause for which the context of a lease ends early.
var ErrLeaseLost = errors.New("the lease is lost: the database did not answer in time")

// Lease waits until this node alone holds the lease of that name, for work that one
// of several nodes should do. The context held ends when ctx does, when the lease is
// given up, and when it may have passed to another node (context.Cause tells
// ErrLeaseLost): work must stop then and may ask for the lease again. Give it up by
// release, which may be called more than once. A node that dies loses its lease at
// once, one that is cut off from the database within about ten seconds, which is
// later than it notices itself.
//
// A store in a file has one process, so the lease is always its own.
func (s *Store) Lease(ctx context.Context, name string) (held context.Context, release func(), err error) {
	if s.cfg.ReadOnly {
		return nil, nil, errors.New("the store is open for reading only")
	}
	held, end := context.WithCancelCause(ctx)
	if s.server == nil {
		return held, func() { end(nil) }, nil
	}
	conn, err := s.server.lock(ctx, name)
	if err != nil {
		end(err)
		return nil, nil, s.explain("take the lease "+name, err)
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		end(keep(held, conn))
		// The lock is the session's: it is free when the connection ends.
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaseAnswer)
		defer cancel()
		_ = conn.Close(late)
	}()
	var once sync.Once
	return held, func() {
		once.Do(func() { end(nil) })
		<-gone
	}, nil
}

// lock waits for a lock on a connection of its own, through outages, until ctx ends.
// One that another held until now it holds back for a moment before it is used: a
// node whose session the server ended must have stopped by then.
func (p *postgres) lock(ctx context.Context, name string) (*pgx.Conn, error) {
	var conn *pgx.Conn
	for waited := false; ; waited = true {
		taken, err := p.tryLock(ctx, &conn, name)
		if taken && waited {
			select {
			case <-ctx.Done():
			case <-time.After(leaseEvery):
			}
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
		select {
		case <-ctx.Done():
		case <-time.After(leaseEvery):
		}
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
	soon, cancel := context.WithTimeout(ctx, leaseAnswer)
	defer cancel()
	err = (*conn).QueryRow(soon, "SELECT pg_try_advisory_lock($1)", p.key("lease "+name)).Scan(&taken)
	return taken, err
}

// keep proves again and again that the session lives, until it does not. In between
// it listens: that the server ended the session is heard at once.
func keep(held context.Context, conn *pgx.Conn) error {
	for {
		pause, cancel := context.WithTimeout(held, leaseEvery)
		_, err := conn.WaitForNotification(pause) // nobody sends one here
		cancel()
		if err == nil || pgconn.Timeout(err) {
			soon, cancel := context.WithTimeout(held, leaseAnswer)
			_, err = conn.Exec(soon, "SELECT 1")
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
