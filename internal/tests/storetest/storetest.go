package storetest

import (
	"fmt"
	"path/filepath"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/postgrestest"
)

// onPostgres is true in the second round of Main.
var onPostgres bool

// Main is the TestMain of a package: it runs every test on SQLite and, where there is
// a PostgreSQL, again on PostgreSQL. It returns the exit code.
func Main(m *testing.M) int {
	code := m.Run()
	if postgrestest.Has() {
		fmt.Println("the same on PostgreSQL")
		onPostgres = true
		code = max(code, m.Run())
	}
	return code
}

// OnPostgres reports whether tests run on PostgreSQL now.
func OnPostgres() bool { return onPostgres }

// Config names the database of a new store.
func Config(t testing.TB) store.Config {
	t.Helper()
	// Has is asked in every round: go test caches results by what a test reads.
	if postgrestest.Has() && onPostgres {
		return store.Config{URL: postgrestest.URL(t)}
	}
	return store.Config{Path: filepath.Join(t.TempDir(), "with space & ?query#hash", "estate.db")}
}

// SQLiteOnly skips the test in the round of PostgreSQL.
func SQLiteOnly(t testing.TB) {
	t.Helper()
	if onPostgres {
		t.Skip("it is about files")
	}
}

// PostgresOnly skips the test in the round of SQLite.
func PostgresOnly(t testing.TB) {
	t.Helper()
	if !onPostgres {
		t.Skip("it is about servers; the round of PostgreSQL has it")
	}
}

// Open opens a store until the test ends, a new one where cfg names no database.
func Open(t testing.TB, cfg store.Config) *store.Store {
	t.Helper()
	if cfg.Path == "" && cfg.URL == "" {
		fresh := Config(t)
		cfg.Path, cfg.URL = fresh.Path, fresh.URL
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

// Sample opens a store that holds contenttest.Fixture.
func Sample(t testing.TB, cfg store.Config) *store.Store {
	t.Helper()
	cfg.Authorize = contenttest.Authorize
	s := Open(t, cfg)
	fixture := contenttest.Fixture()
	if err := s.Write(t.Context(), func(b *store.Batch) error { return fixture.Write(b) }); err != nil {
		t.Fatal(err)
	}
	s.UseSearcher(contenttest.NewScan(fixture.Entities))
	return s
}

// Put writes entities in one batch.
func Put(t testing.TB, s *store.Store, entities ...content.Entity) {
	t.Helper()
	err := s.Write(t.Context(), func(b *store.Batch) error {
		for _, entity := range entities {
			if err := b.Put(entity); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Remove deletes an entity, a term or an author.
func Remove(t testing.TB, s *store.Store, ref content.Ref) {
	t.Helper()
	if err := s.Write(t.Context(), func(b *store.Batch) error { return b.Delete(ref) }); err != nil {
		t.Fatal(err)
	}
}

// BySlug looks an entity up, nil when there is none.
func BySlug(t testing.TB, s *store.Store, lang i18n.Lang, endpoint, slug string) content.Entity {
	t.Helper()
	found, err := s.BySlug(t.Context(), lang, endpoint, slug)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		return nil
	}
	return found[0]
}
