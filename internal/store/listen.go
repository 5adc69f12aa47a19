package store

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
)

// How a node hears of the others: at once by NOTIFY, and by a look at the log now
// and then, because news can be lost with their connection.
const (
	lookEvery     = 2 * time.Second
	answerIn      = 3 * time.Second // a connection that takes longer is given up
	turnPatience  = 10 * time.Minute
	quickestAgain = 100 * time.Millisecond
	latestAgain   = 3 * time.Second
)

// listener keeps one connection on which a node hears of commits.
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

// look has the log looked at soon.
func (l *listener) look() {
	if l == nil {
		return
	}
	select {
	case l.wake <- struct{}{}:
	default: // it will be looked at
	}
}

// run listens until ctx ends, on a new connection when the old one is lost.
func (l *listener) run(ctx context.Context) {
	log, pause := l.store.cfg.Log, quickestAgain
	for ctx.Err() == nil {
		began := time.Now()
		err := l.hear(ctx)
		if ctx.Err() != nil {
			return
		}
		_ = l.store.server.noted(err)
		if time.Since(began) > latestAgain {
			pause = quickestAgain
		}
		log.Warn("news of other nodes are interrupted; pages go out as they were", "store", l.store.name, "err", l.store.dialect.explain(l.store.name, err))
		select {
		case <-ctx.Done():
		case <-time.After(pause + rand.N(pause)): // nodes must not come back in step
		}
		pause = min(2*pause, latestAgain)
	}
}

// hear listens on one connection until it fails.
func (l *listener) hear(ctx context.Context) error {
	config := l.store.server.config.Copy()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // the server frees it in any case
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{l.store.server.channel()}.Sanitize()); err != nil {
		return err
	}
	for {
		// Looked at after LISTEN: nothing can be committed unheard in between.
		if err := l.check(ctx, conn); err != nil {
			return err
		}
		if err := l.wait(ctx, conn); err != nil {
			return err
		}
	}
}

// check takes in what the log has, and proves that the connection lives.
func (l *listener) check(ctx context.Context, conn *pgx.Conn) error {
	soon, cancel := context.WithTimeout(ctx, answerIn)
	defer cancel()
	var last uint64
	if err := conn.QueryRow(soon, lastChange).Scan(&last); err != nil {
		return err
	}
	_ = l.store.server.noted(nil)
	if last == l.store.generation.Load() {
		return nil
	}
	return l.store.catchUp(ctx)
}

// wait returns at the next news, when it is time to look, or when the connection fails.
func (l *listener) wait(ctx context.Context, conn *pgx.Conn) error {
	soon, cancel := context.WithTimeout(ctx, lookEvery)
	defer cancel()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case <-l.wake:
			cancel()
		case <-stop:
		}
	}()
	_, err := conn.WaitForNotification(soon)
	if err != nil && soon.Err() != nil && !conn.IsClosed() {
		return ctx.Err()
	}
	return err
}
