package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"estate/internal/content"
)

// Store is the agency's content in a database.
type Store struct {
	cfg     Config
	dialect dialect
	lock    *fileLock
	writer  *sql.DB // one connection; nil when read-only
	readers *sql.DB
	read    *statements
	host    string // of the site

	shelf    atomic.Pointer[shelf]
	cache    *cache
	searcher atomic.Pointer[content.Searcher]

	writing    sync.Mutex // one batch at a time
	generation atomic.Uint64
	oldest     uint64 // last change that is no longer in the log; guarded by writing
	watch      watchers
}

var _ content.Source = (*Store)(nil)

// Open opens the store, creating or migrating it as needed.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Store{cfg: cfg.withDefaults(), dialect: sqliteDialect}
	if site, err := url.Parse(cfg.SiteURL); err == nil {
		s.host = strings.ToLower(site.Host)
	}
	if err := s.open(ctx); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", cfg.Path, s.dialect.explain(cfg.Path, err))
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) (err error) {
	if err := s.openFile(ctx); err != nil {
		return err
	}
	db := s.writer
	if db == nil {
		db = s.readers
	}
	if err := migrate(ctx, s.dialect, db, s.cfg.ReadOnly); err != nil {
		return err
	}
	s.read = newStatements(s.dialect, s.readers)
	s.cache = newCache(s.cfg.CacheBytes)
	shelf, err := loadShelf(ctx, s.read, nil, everyPart)
	if err != nil {
		return err
	}
	s.shelf.Store(shelf)
	return s.loadGeneration(ctx)
}

func (s *Store) openFile(ctx context.Context) (err error) {
	if !s.cfg.ReadOnly {
		if err := os.MkdirAll(filepath.Dir(s.cfg.Path), 0o755); err != nil {
			return fmt.Errorf("%w; choose a folder that this user may write in", err)
		}
		if s.lock, err = lockFile(s.cfg.Path + ".lock"); err != nil {
			return err
		}
	}
	fresh, err := checkFile(s.cfg.Path)
	if err != nil {
		return err
	}
	if fresh && s.cfg.ReadOnly {
		return errors.New("there is no store yet; start the site once, or import content")
	}
	s.writer, s.readers, err = openSQLite(ctx, s.cfg, fresh)
	return err
}

// Close ends every connection. No other method may run or be called afterwards,
// but Close itself.
func (s *Store) Close() error {
	var errs []error
	if s.read != nil {
		s.read.close()
	}
	if s.readers != nil {
		errs = append(errs, s.readers.Close())
	}
	if s.writer != nil {
		errs = append(errs, s.writer.Close())
	}
	errs = append(errs, s.lock.unlock())
	return errors.Join(errs...)
}

// UseSearcher sets what answers the filters of Properties and Developments.
func (s *Store) UseSearcher(searcher content.Searcher) { s.searcher.Store(&searcher) }

// IsEmpty reports whether nothing was ever written into the store.
func (s *Store) IsEmpty(context.Context) (bool, error) { return s.generation.Load() == 0, nil }
