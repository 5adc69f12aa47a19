package store

import (
	"context"
	"time"

	"estate/internal/platform/backoff"
	"estate/internal/platform/sqldb"
)

// A node learns of the commits of others at once by a notification, and by polling the
// log, because notifications are lost with their connection. A file has no notifications:
// the site polls for the commits of commands.
const pollInterval = 2 * time.Second

// listenBackoff is the delay before the next connection. Its jitter keeps nodes from
// connecting at the same moment.
var listenBackoff = backoff.Policy{Initial: 200 * time.Millisecond, Max: 6 * time.Second, Jitter: 0.5}

// connection is one on which a node learns of the commits of others. Simulations have their
// own.
type connection interface {
	// Number runs a query for one number. It also proves that the connection lives.
	Number(ctx context.Context, query string) (uint64, error)
	// Wait returns nil at the next notification, after a time, or when wake receives.
	Wait(ctx context.Context, timeout time.Duration, wake <-chan struct{}) error
	Close(ctx context.Context)
}

// fileConnection is the connection of a store in a file.
type fileConnection struct{ db *sqldb.DB }

func (c fileConnection) Number(ctx context.Context, query string) (n uint64, err error) {
	_, err = c.db.Read().One(ctx, query, nil, &n)
	return n, err
}

func (fileConnection) Wait(ctx context.Context, timeout time.Duration, wake <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-wake:
	case <-time.After(timeout):
	}
	return nil
}

func (fileConnection) Close(context.Context) {}

// listener applies the commits of others, of which it learns on a connection of its own,
// and retries the subscribers that failed.
type listener struct {
	store  *Store
	cancel context.CancelFunc
	wake   chan struct{}
	done   chan struct{}
}

func (s *Store) listen() *listener {
	ctx, cancel := context.WithCancel(context.Background())
	l := &listener{store: s, cancel: cancel, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go func() {
		defer close(l.done)
		l.run(ctx)
	}()
	return l
}

func (l *listener) stop() {
	if l != nil {
		l.cancel()
		<-l.done
	}
}

// pollNow makes the listener poll the log at once.
func (l *listener) pollNow() {
	if l == nil {
		return
	}
	select {
	case l.wake <- struct{}{}:
	default: // it is woken already
	}
}

// run listens until ctx ends, on a new connection when the old one is lost.
func (l *listener) run(ctx context.Context) {
	db, log := l.store.db, l.store.cfg.Log
	for failures := 1; ; failures++ {
		began := time.Now()
		err := l.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		db.ListenFailed(err)
		if time.Since(began) > listenBackoff.Max/2 {
			failures = 1
		}
		log.Warn("changes of content cannot be followed, it may be out of date until a retry succeeds",
			"store", db.Name(), "err", db.Explain(err))
		if backoff.Sleep(ctx, listenBackoff.Delay(failures)) != nil {
			return
		}
	}
}

// listen listens on one connection until it fails.
func (l *listener) listen(ctx context.Context) error {
	conn, err := l.store.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for {
		// Polled after LISTEN: no commit is missed in between.
		if err := l.poll(ctx, conn); err != nil {
			return err
		}
		if err := conn.Wait(ctx, pollInterval, l.wake); err != nil {
			return err
		}
	}
}

// poll applies what is new in the log. It also proves that the connection lives.
func (l *listener) poll(ctx context.Context, conn connection) error {
	last, err := conn.Number(ctx, lastChange)
	if err != nil || last == l.store.generation.Load() {
		return err
	}
	return l.store.catchUp(ctx)
}
