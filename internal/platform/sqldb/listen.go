package sqldb

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// listenTimeout bounds one query on a Listener: a connection that takes longer is
// closed by its user.
const listenTimeout = 3 * time.Second

// Listener is one connection to PostgreSQL on which this node receives the
// notifications that transactions of all nodes send (Tx.Notify).
type Listener struct {
	conn   *pgx.Conn
	health *health
}

// Listen opens a Listener. The database must be shared.
func (db *DB) Listen(ctx context.Context) (*Listener, error) {
	conn, err := pgx.ConnectConfig(ctx, db.postgres.config.Copy())
	if err != nil {
		return nil, err
	}
	l := &Listener{conn, &db.postgres.health}
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{db.postgres.channel()}.Sanitize()); err != nil {
		l.Close(ctx)
		return nil, err
	}
	return l, nil
}

// Close ends the connection.
func (l *Listener) Close(ctx context.Context) {
	_ = l.conn.Close(context.WithoutCancel(ctx)) // the server frees it in any case
}

// Number runs a query for one number. It also proves that the connection lives.
func (l *Listener) Number(ctx context.Context, query string) (n uint64, err error) {
	bounded, cancel := context.WithTimeout(ctx, listenTimeout)
	defer cancel()
	if err := l.conn.QueryRow(bounded, query).Scan(&n); err != nil {
		return 0, err
	}
	return n, l.health.observe(nil)
}

// Wait returns nil at the next notification, after a time, or when wake receives. Its
// error is that of a lost connection, or of ctx.
func (l *Listener) Wait(ctx context.Context, timeout time.Duration, wake <-chan struct{}) error {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case <-wake:
			cancel()
		case <-stop:
		}
	}()
	_, err := l.conn.WaitForNotification(bounded)
	if err != nil && bounded.Err() != nil && !l.conn.IsClosed() {
		return ctx.Err()
	}
	return err
}

// Notify sends a notification to the other nodes when the transaction commits. On
// SQLite it does nothing.
func (tx *Tx) Notify(ctx context.Context, payload string) error {
	if tx.db.postgres == nil {
		return nil
	}
	return tx.Exec(ctx, "SELECT pg_notify(?, ?)", tx.db.postgres.channel(), payload)
}

// ListenFailed tells the health of the server why a Listener ended.
func (db *DB) ListenFailed(err error) {
	if db.postgres != nil {
		_ = db.postgres.health.observe(err)
	}
}
