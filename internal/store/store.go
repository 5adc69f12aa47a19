package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"estate/internal/content"
	"estate/internal/store/record"
	"estate/internal/store/sqldb"
)

// Store is the agency's content in a database. It is safe for concurrent use.
type Store struct {
	cfg  Config
	db   *sqldb.DB
	host string // of the site

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

//go:embed migrations/*.sql
var migrations embed.FS

// Open opens the store, creating or migrating it as needed.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	schema, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqldb.Open(ctx, sqldb.Config{
		Path: cfg.Path, URL: cfg.URL, ReadOnly: cfg.ReadOnly, Readers: cfg.Readers, Migrations: schema,
	})
	if err != nil {
		return nil, fmt.Errorf("open store %w", err)
	}
	s := &Store{cfg: cfg, db: db, cache: newCache(cfg.CacheBytes)}
	if site, err := url.Parse(cfg.SiteURL); err == nil {
		s.host = strings.ToLower(site.Host)
	}
	if err := s.loadMemory(ctx); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", db.Name(), db.Explain(err))
	}
	if err := s.updateFacts(ctx); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", db.Name(), err)
	}
	if db.Shared() && !cfg.ReadOnly {
		s.listening = s.listen()
	}
	return s, nil
}

// loadMemory reads what is kept in memory.
func (s *Store) loadMemory(ctx context.Context) error {
	// The generation first: what another node writes meanwhile is read twice, not missed.
	if err := s.loadGeneration(ctx); err != nil {
		return err
	}
	shelf, err := loadShelf(ctx, s.db.Read(), nil, everyPart)
	if err != nil {
		return err
	}
	s.shelf.Store(shelf)
	return nil
}

// Name is the path of the file or the address of the server, without a password.
func (s *Store) Name() string { return s.db.Name() }

// Healthy reports a database server that does not answer now. Pages from the caches
// are served all the same.
func (s *Store) Healthy() error { return s.db.Healthy() }

// Lease waits until this node alone holds the lease of that name; see sqldb.DB.Lease.
func (s *Store) Lease(ctx context.Context, name string) (held context.Context, release func(), err error) {
	return s.db.Lease(ctx, name)
}

// ErrLeaseLost is the cause for which the context of a lease ends early.
var ErrLeaseLost = sqldb.ErrLeaseLost

// Close ends every connection. No other method may run or be called afterwards,
// except Close itself.
func (s *Store) Close() error {
	s.listening.stop()
	return s.db.Close()
}

// UseSearcher sets what answers the filters of Properties and Developments.
func (s *Store) UseSearcher(searcher content.Searcher) { s.searcher.Store(&searcher) }

// IsEmpty reports whether nothing was ever written into the store.
func (s *Store) IsEmpty(context.Context) (bool, error) { return s.generation.Load() == 0, nil }

// explain says what the store was doing when err came, and the remedy.
func (s *Store) explain(doing string, err error) error {
	return fmt.Errorf("%s: %w", doing, s.db.Explain(err))
}

// IsInvalid reports whether err is about the content and not about the database.
func IsInvalid(err error) bool { return record.IsInvalid(err) }
