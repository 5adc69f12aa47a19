package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"estate/internal/platform/backoff"
)

// Config names a database.
type Config struct {
	// Path is the SQLite file. It and its folder are created when missing.
	Path string
	// URL is the address of a PostgreSQL database, used in place of a file. It may
	// hold a password, so it is never printed.
	URL string
	// ReadOnly opens an existing database beside the process that writes it: nothing
	// is created, migrated or locked.
	ReadOnly bool
	// Readers is the number of read connections, from 1.
	Readers int
	// Migrations holds the schema as goose migrations, in SQLite's SQL.
	Migrations fs.FS
	// Versions is the table of the migrations that were applied; "" is that of the content.
	Versions string
	// Concurrent is for a SQLite file that several processes write and that holds what
	// nobody can restore: no lock is kept, a commit survives a power cut, and deleted data
	// is overwritten. Such a file may have been created by another package of the program, without
	// the application id.
	Concurrent bool
	// Beside opens a SQLite file for writing also while another process keeps it locked, as the running
	// site does, and keeps no lock itself. The schema is brought up to date only where nobody does.
	Beside bool
}

// DB is an open database with an up-to-date schema. It is safe for concurrent use.
type DB struct {
	cfg      Config
	dialect  dialect
	name     string    // of file or server, without a password
	lock     *fileLock // nil unless this process keeps the file
	beside   bool      // another process keeps the file
	postgres *postgres // nil for a file
	writer   *sql.DB   // nil when read-only
	readers  *sql.DB
	read     *Conn
}

// openFor bounds the attempts to open a database whose server answers late: one on a busy
// machine, or one that is starting. A server that refuses the connection ends them at once.
const (
	openFor      = 30 * time.Second
	openInterval = 200 * time.Millisecond
)

// ErrNone reports a command that reads where nothing was ever written.
var ErrNone = errors.New("there is no store yet; start the site once, or import content")

// Open opens the database and brings its schema up to date. Its errors begin with
// the name of the database.
func Open(ctx context.Context, cfg Config) (*DB, error) {
	db := &DB{cfg: cfg, dialect: sqliteDialect, name: cfg.Path}
	connect := db.openFile
	if cfg.URL != "" {
		db.dialect, db.name, connect = postgresDialect, "postgres", db.openServer
	}
	if cfg.Versions != "" {
		db.dialect.versions = cfg.Versions
	}
	open := func() error {
		err := connect(ctx)
		if err == nil {
			err = db.migrate(ctx)
		}
		return err
	}
	if cfg.URL == "" && !cfg.ReadOnly {
		open = db.whileNobodyOpens(ctx, open)
	}
	err := open()
	for began := time.Now(); isLate(err) && ctx.Err() == nil && time.Since(began) < openFor; {
		_ = db.Close() // the error is that of open
		_ = backoff.Sleep(ctx, openInterval)
		err = open()
	}
	if err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("%s: %w", db.name, db.Explain(err))
	}
	db.read = newConn(db.dialect, db.readers)
	if db.postgres != nil {
		db.read.health = &db.postgres.health
	}
	return db, nil
}

// openFile creates the file if it is missing, and opens the connections.
func (db *DB) openFile(ctx context.Context) error {
	fresh, err := checkFile(db.cfg.Path, db.cfg.Concurrent)
	if err != nil {
		return err
	}
	if fresh && db.cfg.ReadOnly {
		return ErrNone
	}
	if !db.cfg.ReadOnly {
		if err := restrict(db.cfg.Path); err != nil {
			return err
		}
	}
	db.writer, db.readers, err = openSQLite(ctx, db.cfg, fresh)
	return err
}

// Close ends every connection. No other method may run or be called afterwards,
// except Close itself.
func (db *DB) Close() error {
	var errs []error
	if db.read != nil {
		db.read.close()
	}
	if db.readers != nil {
		errs = append(errs, db.readers.Close())
	}
	if db.writer != nil {
		errs = append(errs, db.writer.Close())
	}
	errs = append(errs, db.lock.unlock())
	return errors.Join(errs...)
}

// Name is the path of the file or the address of the server, without a password.
func (db *DB) Name() string { return db.name }

// ReadOnly reports whether the database was opened for reading only.
func (db *DB) ReadOnly() bool { return db.writer == nil }

// OnServer reports whether the database is on a server, which several nodes may share.
func (db *DB) OnServer() bool { return db.dialect.server }

// ForUpdate is the end of a query that locks its rows until the transaction ends. SQLite needs none:
// it has one transaction that writes.
func (db *DB) ForUpdate() string {
	if !db.dialect.server {
		return ""
	}
	return " FOR UPDATE"
}

// Read runs queries on the pool of read connections.
func (db *DB) Read() *Conn { return db.read }

// Explain adds the remedy to the error of a driver; other errors pass unchanged.
func (db *DB) Explain(err error) error { return db.dialect.explain(db.name, err) }
