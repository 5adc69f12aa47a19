package sqldb

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/pressly/goose/v3/database"
	"modernc.org/sqlite"
)

var sqliteDialect = dialect{goose: database.DialectSQLite3, versions: "goose_db_version", explain: explainSQLite}

// applicationID marks our files ("ESTA"): the database of another program is never
// written to.
const applicationID = 0x45535441

// Primary result codes of SQLite that an operator can do something about.
const (
	sqliteBusy     = 5
	sqliteLocked   = 6
	sqliteReadOnly = 8
	sqliteIOErr    = 10
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// The time for which a statement waits for the locks of other connections and processes.
const (
	shortWait = 5 * time.Second
	longWait  = time.Minute // of a batch of content
)

// openSQLite opens the write connection and the pool of read connections.
func openSQLite(ctx context.Context, cfg Config, fresh bool) (writer, readers *sql.DB, err error) {
	if cfg.ReadOnly {
		readers, err = openPool(ctx, cfg.Path, cfg.Readers, shortWait, "mode=ro", "query_only(1)", "cache_size(-2000)")
		return nil, readers, err
	}
	if fresh {
		if err := createSQLite(ctx, cfg.Path); err != nil {
			return nil, nil, err
		}
	}
	// Another process may be in a batch of its own: an import in one batch takes as long.
	wait := longWait
	pragmas := []string{"journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)", "journal_size_limit(67108864)", "cache_size(-32000)"}
	if cfg.Concurrent {
		wait = shortWait
		pragmas[1] = "synchronous(FULL)"
		pragmas = append(pragmas, "secure_delete(1)")
	}
	writer, err = openPool(ctx, cfg.Path, 1, wait, "_txlock=immediate", pragmas...)
	if err != nil {
		return nil, nil, err
	}
	readers, err = openPool(ctx, cfg.Path, cfg.Readers, shortWait, "", "query_only(1)", "cache_size(-2000)")
	if err != nil {
		return nil, nil, errors.Join(err, writer.Close())
	}
	return writer, readers, nil
}

// restrict makes the file, which holds drafts, readable by its owner only, and creates it if
// it is missing. SQLite gives its other files the same mode.
func restrict(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("%w; make the file writable for this user", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return file.Chmod(0o600)
}

// createSQLite creates the file with our application id. Its pages are large, because
// a property takes somewhat more than half of SQLite's default page. The page size
// must be set before anything is written, and the driver sorts pragmas by name.
func createSQLite(ctx context.Context, path string) error {
	db, err := openPool(ctx, path, 1, shortWait, "", "page_size(16384)")
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "PRAGMA application_id = "+strconv.Itoa(applicationID))
	return errors.Join(err, db.Close())
}

func openPool(ctx context.Context, path string, size int, wait time.Duration, params string, pragmas ...string) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	query, err := url.ParseQuery(params)
	if err != nil {
		return nil, err
	}
	// busy_timeout first: the other pragmas may have to wait for a lock already.
	query["_pragma"] = append([]string{fmt.Sprintf("busy_timeout(%d)", wait.Milliseconds())}, pragmas...)
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: query.Encode()}
	db, err := OpenPool(dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// checkFile checks an existing file before SQLite touches it: its program and whether
// it is complete. A missing or empty file is fresh.
func checkFile(path string, concurrent bool) (fresh bool, err error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w; make the file readable for this user", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	if info.IsDir() {
		return false, errors.New("it is a folder; name a file inside it")
	}
	if info.Size() == 0 {
		return true, nil
	}
	header := make([]byte, 100)
	if _, err := io.ReadFull(file, header); err != nil || string(header[:16]) != "SQLite format 3\x00" {
		return false, errors.New("it is no SQLite database, or a damaged one; restore a backup, or move it away and start again")
	}
	if id := binary.BigEndian.Uint32(header[68:]); id != applicationID && (id != 0 || !concurrent) {
		return false, fmt.Errorf("it belongs to another program (application id %#x); choose another file or folder", id)
	}
	pageSize := int64(binary.BigEndian.Uint16(header[16:]))
	if pageSize == 1 {
		pageSize = 65536
	}
	pages := int64(binary.BigEndian.Uint32(header[28:]))
	if info.Size() < pages*pageSize && !hasContent(path+"-wal") {
		return false,
			fmt.Errorf("it is damaged: %d of %d bytes are there; restore a backup, or move it away and start again", info.Size(), pages*pageSize)
	}
	return false, nil
}

func hasContent(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// ErrDamaged is wrapped by the explained error of a file that is no database any more.
var ErrDamaged = errors.New("the file is damaged; restore a backup, or move it away and start again")

// ExplainFile adds the remedy to an error of an SQLite file.
func ExplainFile(path string, err error) error { return explainSQLite(path, err) }

// explainSQLite adds the remedy to SQLite's error.
func explainSQLite(path string, err error) error {
	var known *sqlite.Error
	if !errors.As(err, &known) {
		return err
	}
	remedy := ""
	switch known.Code() & 0xff {
	case sqliteBusy, sqliteLocked:
		remedy = "another process holds it locked; end that process or its transaction"
	case sqliteReadOnly, sqliteCantOpen:
		remedy = "make the file and its folder writable for this user"
	case sqliteCorrupt, sqliteNotADB:
		return fmt.Errorf("%w (%s: %w)", err, filepath.Base(path), ErrDamaged)
	case sqliteFull:
		remedy = "the disk is full; free some space"
	case sqliteIOErr:
		remedy = "the disk failed; look at the system log"
	default:
		return err
	}
	return fmt.Errorf("%w (%s: %s)", err, filepath.Base(path), remedy)
}
