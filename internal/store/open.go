package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"estate/internal/platform/sqldb"
)

//go:embed migrations
var migrations embed.FS

// Open opens the store, creating or migrating it as needed.
func Open(ctx context.Context, cfg Config) (*Store, error) { return open(ctx, cfg, nil) }

// open is Open. With connect a store learns of the commits of others on the connections that it returns.
func open(ctx context.Context, cfg Config, connect func(context.Context) (connection, error)) (*Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	schema, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqldb.Open(ctx, sqldb.Config{
		Path: cfg.Path, URL: cfg.URL, ReadOnly: cfg.ReadOnly, Readers: cfg.Readers, Migrations: schema, Beside: cfg.Beside,
	})
	if err != nil {
		return nil, fmt.Errorf("open store %w", err)
	}
	s := &Store{
		cfg: cfg, db: db, cache: newCache(cfg.CacheBytes), searches: make(chan struct{}, maxSearches), scan: make(chan struct{}, 1),
		stopTexts: func() {}, connect: connect,
	}
	switch {
	case db.OnServer():
		s.connect = func(ctx context.Context) (connection, error) { return db.Listen(ctx) }
	case connect == nil:
		s.connect = func(context.Context) (connection, error) { return fileConnection{db}, nil }
	}
	if site, err := url.Parse(cfg.SiteURL); err == nil {
		s.siteHost = strings.ToLower(site.Host)
	}
	if err := s.loadMemory(ctx); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", db.Name(), db.Explain(err))
	}
	if err := s.updateFacts(ctx); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", db.Name(), err)
	}
	if err := s.startTextIndex(ctx); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", db.Name(), err)
	}
	if !cfg.ReadOnly {
		s.listener = s.listen()
	}
	return s, nil
}

// loadMemory reads what is kept in memory.
func (s *Store) loadMemory(ctx context.Context) error {
	// The generation first: what another node writes meanwhile is read twice, not missed.
	if err := s.loadGeneration(ctx); err != nil {
		return err
	}
	snapshot, err := loadSnapshot(ctx, s.db.Read(), nil, allParts)
	if err != nil {
		return err
	}
	s.snapshot.Store(snapshot)
	return nil
}

// Close ends every connection. No other method may run or be called afterwards,
// except Close itself.
func (s *Store) Close() error {
	s.stopTexts()
	s.background.Wait()
	s.listener.stop()
	return s.db.Close()
}
