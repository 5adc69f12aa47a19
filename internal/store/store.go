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
	name    string // of file or server, as it may be shown
	lock    *fileLock
	server  *postgres // nil for a file
	writer  *sql.DB   // one batch at a time; nil when read-only
	readers *sql.DB
	read    *statements
	host    string // of the site

	shelf    atomic.Pointer[shelf]
	cache    *cache
	searcher atomic.Pointer[content.Searcher]

	writing    sync.Mutex // one batch at a time
	applying   sync.Mutex // one change after the other becomes visible
	generation atomic.Uint64
	oldest     uint64 // last change that is no longer in the log; guarded by writing
	watch      watchers
	listening  *listener // hears of other nodes; nil for a file
}

var _ content.Source = (*Store)(nil)

// errNoStore reports a command that reads where nothing was ever written.
var errNoStore = errors.New("there is no store yet; start the site once, or import content")

// Open opens the store, creating or migrating it as needed.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Store{cfg: cfg.withDefaults(), dialect: sqliteDialect, name: cfg.Path}
	if site, err := url.Parse(cfg.SiteURL); err == nil {
		s.host = strings.ToLower(site.Host)
	}
	connect := s.openFile
	if cfg.URL != "" {
		s.dialect, s.name, connect = postgresDialect, "postgres", s.openServer
	}
	if err := connect(ctx); err != nil {
		return nil, s.failed(err)
	}
	if err := s.start(ctx); err != nil {
		return nil, s.failed(err)
	}
	return s, nil
}

// failed ends what was opened and tells why.
func (s *Store) failed(err error) error {
	_ = s.Close()
	return fmt.Errorf("open store %s: %w", s.name, s.dialect.explain(s.name, err))
}

// start brings the schema up to date and reads what is kept in memory.
func (s *Store) start(ctx context.Context) error {
	if err := s.migrate(ctx); err != nil {
		return err
	}
	s.read = newStatements(s.dialect, s.readers)
	if s.server != nil {
		s.read.server = &s.server.server
	}
	s.cache = newCache(s.cfg.CacheBytes)
	// The number first: what another node writes meanwhile is read twice, not missed.
	if err := s.loadGeneration(ctx); err != nil {
		return err
	}
	shelf, err := loadShelf(ctx, s.read, nil, everyPart)
	if err != nil {
		return err
	}
	s.shelf.Store(shelf)
	if s.server != nil && !s.cfg.ReadOnly {
		s.listening = s.listen()
	}
	return nil
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
		return errNoStore
	}
	s.writer, s.readers, err = openSQLite(ctx, s.cfg, fresh)
	return err
}

// Name tells where the store lies, without a password.
func (s *Store) Name() string { return s.name }

// Close ends every connection. No other method may run or be called afterwards,
// but Close itself.
func (s *Store) Close() error {
	var errs []error
	s.listening.stop()
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
