package backup

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	_ "modernc.org/sqlite" // registers the driver
)

// KindSQLite is the kind of a SQLite file.
const KindSQLite = "sqlite"

// pagesChunk is the size of a chunk of pages. Pages keep their places, so a change of a
// page changes one chunk.
const pagesChunk = 256 << 10

// sqliteFile is a SQLite file in use by other connections and processes.
type sqliteFile struct {
	name, nonce string
	db          *sql.DB
}

// SQLite returns the source of a SQLite file.
func SQLite(path string) (Source, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(absolute); err != nil {
		return nil, err
	}
	pragmas := url.Values{"_pragma": {"busy_timeout(10000)", "query_only(1)"}}
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: pragmas.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // data_version compares states as one connection sees them
	return &sqliteFile{name: filepath.Base(path), nonce: rand.Text(), db: db}, nil
}

func (s *sqliteFile) Name() string { return s.name }
func (s *sqliteFile) Kind() string { return KindSQLite }
func (s *sqliteFile) Close() error { return s.db.Close() }

// Token is the version of the data, which counts within this connection only.
func (s *sqliteFile) Token(ctx context.Context) (string, error) {
	var version int64
	err := s.db.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version)
	return s.nonce + "." + strconv.FormatInt(version, 10), err
}

// Write stores all pages as of one moment: one statement reads one state, and writers go on
// meanwhile.
func (s *sqliteFile) Write(ctx context.Context, r *Repository, _ *Index) (*Index, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT data FROM sqlite_dbpage ORDER BY pgno")
	if err != nil {
		return nil, fmt.Errorf("back up %s: %w", s.name, err)
	}
	defer rows.Close()
	index := &Index{}
	var chunk bytes.Buffer
	flush := func() error {
		if chunk.Len() == 0 {
			return nil
		}
		hash, err := r.put(ctx, chunk.Bytes())
		index.Chunks = append(index.Chunks, hash)
		chunk.Reset()
		return err
	}
	for rows.Next() {
		var page sql.RawBytes
		if err := rows.Scan(&page); err != nil {
			return nil, err
		}
		chunk.Write(page)
		if chunk.Len() >= pagesChunk {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	return index, errors.Join(rows.Err(), flush())
}

// restoreSQLite writes the file and checks it.
func restoreSQLite(ctx context.Context, r *Repository, index *Index, path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(r.copyTo(ctx, file, index.Chunks), file.Sync(), file.Close()); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String())
	if err != nil {
		return err
	}
	var result string
	err = db.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&result)
	if err == nil && result != "ok" {
		err = errors.New(result)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("check %s: %w", filepath.Base(path), err)
	}
	return nil
}
