package sqldb

import (
	"context"
	"database/sql"
	"errors"
)

// errReadOnly reports writing to a database that was opened for reading only.
var errReadOnly = errors.New("the store is open for reading only")

// Tx is a transaction that writes. One goroutine uses it.
type Tx struct {
	*Conn
	db *DB
	tx *sql.Tx
}

// Begin starts a transaction that writes. A SQLite file has one at a time.
func (db *DB) Begin(ctx context.Context) (*Tx, error) {
	if db.writer == nil {
		return nil, errReadOnly
	}
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &Tx{Conn: newConn(db.dialect, tx), db: db, tx: tx}, nil
}

// Commit ends the transaction and keeps what it wrote.
func (tx *Tx) Commit() error {
	tx.close()
	return tx.tx.Commit()
}

// Rollback ends the transaction and discards what it wrote. After Commit it does
// nothing.
func (tx *Tx) Rollback() {
	tx.close()
	_ = tx.tx.Rollback() // fails after a commit, or when the connection is lost
}

// Write runs fn in a transaction that writes. It is kept when fn returns nil.
func (db *DB) Write(ctx context.Context, fn func(*Tx) error) error {
	tx, err := db.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// ReadTx runs fn in a read transaction: all its queries see the same state of the
// database. They are not retried when a server goes away.
func (db *DB) ReadTx(ctx context.Context, fn func(*Conn) error) error {
	var options sql.TxOptions
	if db.dialect.server {
		options = sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	tx, err := db.readers.BeginTx(ctx, &options)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it only read
	conn := newConn(db.dialect, tx)
	defer conn.close()
	return fn(conn)
}
