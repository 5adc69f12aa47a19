package store_test

import (
	"testing"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// open opens a store, a new one where cfg names none.
func open(t *testing.T, cfg store.Config) *store.Store {
	t.Helper()
	if cfg.Path == "" && cfg.URL == "" {
		at := place(t)
		cfg.Path, cfg.URL = at.Path, at.URL
	}
	s, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// sample opens a store that holds the fixture.
func sample(t *testing.T, cfg store.Config) *store.Store {
	t.Helper()
	cfg.Authorize = contenttest.Authorize
	s := open(t, cfg)
	fixture := contenttest.Fixture()
	if err := s.Write(t.Context(), func(b *store.Batch) error { return fixture.Write(b) }); err != nil {
		t.Fatal(err)
	}
	s.UseSearcher(contenttest.NewScan(fixture.Entities))
	return s
}

func TestStoreIsASource(t *testing.T) {
	contenttest.Run(t, func(t *testing.T) content.Source { return sample(t, store.Config{}) })
}

func TestSourceWithoutCache(t *testing.T) {
	contenttest.Run(t, func(t *testing.T) content.Source { return sample(t, store.Config{CacheBytes: 1, Readers: 1}) })
}
