package leads

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // registers the driver
)

//go:embed migrations/*.sql
var migrations embed.FS

// Ledger is the database of enquiries. It is safe for concurrent use, and a
// second process may work on the same file.
type Ledger struct {
	path string
	db   *sql.DB
	now  func() time.Time
}

// OpenLedger opens or makes the file. now may be nil and means time.Now.
func OpenLedger(ctx context.Context, path string, now func() time.Time) (*Ledger, error) {
	if now == nil {
		now = time.Now
	}
	ledger, err := openLedger(ctx, path, now)
	if err != nil {
		return nil, fmt.Errorf("enquiries in %s: %w; make the file and its folder writable for this user, or restore a backup", path, err)
	}
	return ledger, nil
}

func openLedger(ctx context.Context, path string, now func() time.Time) (*Ledger, error) {
	// Enquiries are personal: nobody else on the machine reads them. SQLite gives
	// its side files the same rights.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// busy_timeout stands first: the others may have to wait for a lock already.
	// synchronous=FULL makes a commit outlive a power cut; secure_delete leaves
	// nothing of an enquiry that somebody wanted deleted.
	query := url.Values{
		"_txlock": {"immediate"},
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)", "journal_size_limit(4194304)"},
	}
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // writes are short and wait for each other in any case
	if err := migrate(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Ledger{path: path, db: db, now: now}, nil
}

func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return err
	}
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if has > knows {
		return fmt.Errorf("the schema has version %d, written by a newer program; this one knows %d: update the program", has, knows)
	}
	_, err = provider.Up(ctx)
	return err
}

// Close ends the ledger.
func (l *Ledger) Close() error { return l.db.Close() }

// change runs f in one transaction that is on disk when change returns nil.
func (l *Ledger) change(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("write to %s: %w", l.path, err)
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("write to %s: %w", l.path, err)
	}
	return nil
}

// millis and moment translate times; the zero time is 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
