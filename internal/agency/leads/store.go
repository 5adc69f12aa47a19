package leads

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"

	"estate/internal/platform/sqldb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is the database of enquiries, an SQLite file. It is safe for concurrent use, and
// several processes may use the file.
type Store struct {
	path string
	db   *sql.DB
	now  func() time.Time
	// unsure is set from the start, and from a write that failed, until another one succeeds.
	unsure atomic.Bool
}

// OpenStore opens or creates the file and migrates its schema. A nil now means time.Now.
func OpenStore(ctx context.Context, path string, now func() time.Time) (*Store, error) {
	if now == nil {
		now = time.Now
	}
	store, err := openStore(ctx, path, now)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w; make the file and its folder writable for this user", err)
		}
		return nil, fmt.Errorf("enquiries in %s: %w", path, sqldb.ExplainFile(path, err))
	}
	return store, nil
}

// damagedSuffix follows the name of a file that was set aside, before the time.
const damagedSuffix = ".damaged-"

// SetAside renames a damaged file with what SQLite keeps beside it, so that a new one can take its place. It returns its name.
func SetAside(path string, now time.Time) (aside string, err error) {
	aside = path + damagedSuffix + now.UTC().Format("20060102T150405")
	if err := os.Rename(path, aside); err != nil {
		return "", err
	}
	for _, beside := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+beside, aside+beside); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

// FilesSetAside are the damaged files that SetAside has kept.
func FilesSetAside(path string) []string {
	files, _ := filepath.Glob(path + damagedSuffix + "*") // its only error is a bad pattern
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "-wal") || strings.HasSuffix(file, "-shm") })
}

// Probe reports why an enquiry cannot be stored. It writes to the file at the start, and while writes fail.
func (l *Store) Probe(ctx context.Context) error {
	if !l.unsure.Load() {
		return nil
	}
	// A value that nothing reads, another one each time.
	_, err := l.db.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", l.now().Unix()&math.MaxInt32))
	if err != nil {
		return fmt.Errorf("enquiries in %s: %w", l.path, sqldb.ExplainFile(l.path, err))
	}
	l.unsure.Store(false)
	return nil
}

func openStore(ctx context.Context, path string, now func() time.Time) (*Store, error) {
	// Enquiries are personal data: only the owner may read the file. SQLite creates its
	// other files with the same mode.
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
	// busy_timeout comes first, because the other pragmas may have to wait for a lock.
	// synchronous=FULL: a commit survives a power cut. secure_delete overwrites what was
	// deleted.
	query := url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)",
			"journal_size_limit(4194304)",
		},
	}
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: query.Encode()}
	db, err := sqldb.OpenPool(dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // SQLite has one writer at a time
	if err := errors.Join(checkIntegrity(ctx, db), migrate(ctx, db)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s := &Store{path: path, db: db, now: now}
	s.unsure.Store(true)
	return s, nil
}

// checkIntegrity finds damage that would show when an enquiry is stored or read. The file has some megabytes.
func checkIntegrity(ctx context.Context, db *sql.DB) error {
	var result string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&result); err != nil || result == "ok" {
		return err
	}
	return fmt.Errorf("%s: %w", result, sqldb.ErrDamaged)
}

func newProvider(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, db, files)
}

// SchemaVersions are the version of the schema of a database, and the program's. It changes
// nothing.
func SchemaVersions(ctx context.Context, path string) (have, newest int64, err error) {
	dsn := url.URL{
		Scheme: "file", Path: filepath.ToSlash(path),
		RawQuery: url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(10000)"}}.Encode(),
	}
	db, err := sqldb.OpenPool(dsn.String())
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := newProvider(db)
	if err != nil {
		return 0, 0, err
	}
	return provider.GetVersions(ctx)
}

func migrate(ctx context.Context, db *sql.DB) error {
	provider, err := newProvider(db)
	if err != nil {
		return err
	}
	have, newest, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if have > newest {
		return fmt.Errorf("the schema has version %d, this program knows versions up to %d: update the program", have, newest)
	}
	_, err = provider.Up(ctx)
	return err
}

// Close closes the database.
func (l *Store) Close() error { return l.db.Close() }

// change runs f in a transaction, which is committed to disk when change returns nil.
func (l *Store) change(ctx context.Context, f func(*sql.Tx) error) error {
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

// toMillis and fromMillis convert times to Unix milliseconds; the zero time is 0.
func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
