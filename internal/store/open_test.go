package store_test

import (
	"bytes"
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/storetest"
)

func TestOpenReportsAnUnusableFile(t *testing.T) {
	storetest.SQLiteOnly(t)
	tests := []struct {
		name string
		make func(t *testing.T, path string)
		want string
	}{
		{"text file", func(t *testing.T, path string) { write(t, path, []byte("hello, this is my diary")) }, "no SQLite database"},
		{"garbage after the magic", func(t *testing.T, path string) { write(t, path, []byte("SQLite format 3\x00abc")) }, "damaged"},
		{"folder in its place", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}, "it is a folder"},
		{"another program's database", func(t *testing.T, path string) {
			execSQL(t, path, "CREATE TABLE users (name TEXT)")
		}, "belongs to another program"},
		{"newer schema", func(t *testing.T, path string) {
			if err := storetest.Open(t, store.Config{Path: path}).Close(); err != nil {
				t.Fatal(err)
			}
			execSQL(t, path, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9000, 1)")
		}, "update the program"},
		{"cut short", func(t *testing.T, path string) {
			closed(t, path)
			if err := os.Truncate(path, 20_000); err != nil {
				t.Fatal(err)
			}
		}, "damaged"},
		{"overwritten inside", func(t *testing.T, path string) {
			closed(t, path)
			file, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if _, err := file.WriteAt(bytes.Repeat([]byte{0xaa}, 8000), 100); err != nil {
				t.Fatal(err)
			}
		}, "damaged"},
		{"file where the folder should be", func(t *testing.T, path string) {
			if err := os.Remove(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Dir(path), []byte("x"))
		}, "choose a folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "data", "estate.db")
			if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			tt.make(t, path)
			s, err := store.Open(t.Context(), store.Config{Path: path})
			if err == nil {
				s.Close()
				t.Fatal("it opened")
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %q, want the path and %q", err, tt.want)
			}
		})
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func execSQL(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}

// closed creates a store with content and closes it, its write-ahead log merged.
func closed(t *testing.T, path string) {
	t.Helper()
	s := storetest.Open(t, store.Config{Path: path})
	fill(t, s, 1, 50)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestForeignDatabaseIsNotChanged(t *testing.T) {
	storetest.SQLiteOnly(t)
	path := filepath.Join(t.TempDir(), "other.db")
	execSQL(t, path, "CREATE TABLE users (name TEXT)")
	before, _ := os.ReadFile(path)
	if _, err := store.Open(t.Context(), store.Config{Path: path}); err == nil {
		t.Fatal("it opened")
	}
	after, _ := os.ReadFile(path)
	if !bytes.Equal(before, after) {
		t.Error("the other program's file was changed")
	}
}

func TestOnlyTheOwnerReadsTheStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "estate.db")
	open := func() {
		t.Helper()
		st, err := store.Open(t.Context(), store.Config{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the store, which holds drafts, has mode %v (%v), want 600", info.Mode(), err)
		}
	}
	open()
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the new data folder has mode %v (%v), want 700", info.Mode(), err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	open() // a store of an older program
}

func TestLinksToOtherHostsAreRefused(t *testing.T) {
	st, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	for _, link := range []string{"//evil.test/", `/\evil.test/`} {
		head := content.Head{ID: 7, Type: content.TypePage, Slug: "x", Link: link, Status: content.StatusPublish, Lang: "en"}
		err := st.Write(t.Context(), func(b *store.Batch) error { return b.Put(&content.Page{Head: head}) })
		if err == nil || !strings.Contains(err.Error(), "another host") {
			t.Errorf("page with the link %q: error %v, want one about the host", link, err)
		}
	}
}

func TestSecondProcessIsRefused(t *testing.T) {
	storetest.SQLiteOnly(t)
	if path := os.Getenv("ESTATE_TEST_SECOND"); path != "" {
		if _, err := store.Open(t.Context(), store.Config{Path: path}); err != nil {
			t.Fatal(err)
		}
		return
	}
	path := filepath.Join(t.TempDir(), "estate.db")
	storetest.Open(t, store.Config{Path: path})
	second := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestSecondProcessIsRefused$")
	second.Env = append(os.Environ(), "ESTATE_TEST_SECOND="+path)
	out, err := second.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another process (process id ") {
		t.Errorf("a second process got %v:\n%s", err, out)
	}
}

// A command changes content beside the running site, and the site beside the command.
func TestACommandWritesBesideTheSite(t *testing.T) {
	storetest.SQLiteOnly(t)
	path := filepath.Join(t.TempDir(), "estate.db")
	synctest.Test(t, func(t *testing.T) {
		site := storetest.Open(t, store.Config{Path: path})
		fill(t, site, 1, 3)
		command := storetest.Open(t, store.Config{Path: path, Beside: true})
		price := func(s *store.Store, id int) int {
			t.Helper()
			entity, err := s.ByID(t.Context(), "en", "properties", id, "")
			if err != nil {
				t.Fatal(err)
			}
			return entity.(*content.Property).Price.Amount
		}
		set := func(s *store.Store, id, amount int) {
			t.Helper()
			p := testProperty(id)
			p.Price.Amount = amount
			storetest.Put(t, s, p)
		}
		price(site, 1) // kept in memory
		var notified atomic.Int64
		site.Subscribe(func(uint64) error { notified.Add(1); return nil })
		set(command, 1, 777_000)
		time.Sleep(3 * time.Second)
		if got := price(site, 1); got != 777_000 || notified.Load() != 1 {
			t.Errorf("the site has the price %d and told %d times of a change, want 777,000 and once", got, notified.Load())
		}
		set(command, 1, 888_000)
		set(site, 2, 999_000)
		if got := price(site, 1); got != 888_000 {
			t.Errorf("after its own write the site has the price %d, want that of the command", got)
		}
		set(command, 3, 555_000)
		if got := price(command, 2); got != 999_000 {
			t.Errorf("after its own write the command has the price %d, want that of the site", got)
		}
		if _, err := store.Open(t.Context(), store.Config{Path: path}); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("a second site opens the store: %v", err)
		}
	})
}

// A command of another version leaves the schema of the running site as it is.
func TestACommandBesideTheSiteMigratesNothing(t *testing.T) {
	storetest.SQLiteOnly(t)
	path := filepath.Join(t.TempDir(), "estate.db")
	site := storetest.Open(t, store.Config{Path: path})
	execSQL(t, path, "DELETE FROM goose_db_version WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)")
	_, err := store.Open(t.Context(), store.Config{Path: path, Beside: true})
	if err == nil || !strings.Contains(err.Error(), "(re)start the site") {
		t.Errorf("beside a site with an older schema: %v", err)
	}
	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestContentSurvivesReopening(t *testing.T) {
	at := storetest.Config(t)
	s := storetest.Sample(t, at)
	generation := s.Generation()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	contenttest.Run(t, func(t *testing.T) content.Source {
		reader := at
		reader.Authorize, reader.ReadOnly = contenttest.Authorize, true
		again := storetest.Open(t, reader)
		again.UseSearcher(contenttest.NewScan(contenttest.Fixture().Entities))
		return again
	})
	again := storetest.Open(t, at)
	if again.Generation() != generation {
		t.Errorf("generation %d after reopening, want %d", again.Generation(), generation)
	}
}

func TestReadOnlyStoreOpensBesideTheWriter(t *testing.T) {
	at := storetest.Config(t)
	beside := at
	beside.ReadOnly = true
	if _, err := store.Open(t.Context(), beside); err == nil || !strings.Contains(err.Error(), "there is no store yet") {
		t.Errorf("reading a missing store gave %v", err)
	}
	storetest.Sample(t, at)
	reader := storetest.Open(t, beside)
	found, err := reader.BySlug(t.Context(), "en", "posts", "market-note-1")
	if err != nil || len(found) != 1 {
		t.Errorf("BySlug gave %v, %v", found, err)
	}
	if err := reader.Write(t.Context(), func(*store.Batch) error { return nil }); err == nil {
		t.Error("a read-only store let itself be written")
	}
}

func TestIsEmptyUntilSomethingWasWritten(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	if empty, err := s.IsEmpty(t.Context()); !empty || err != nil {
		t.Errorf("a new store: IsEmpty = %v, %v", empty, err)
	}
	fill(t, s, 1, 2)
	if empty, err := s.IsEmpty(t.Context()); empty || err != nil {
		t.Errorf("a filled store: IsEmpty = %v, %v", empty, err)
	}
}

func TestConfigReportsEveryMistake(t *testing.T) {
	_, err := store.Open(t.Context(), store.Config{SiteURL: "example", CacheBytes: -1})
	for _, want := range []string{"set Path", "SiteURL", "must not be negative"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
}

// A store of the first release has no features in its facts: they are added when it is opened.
func TestFactsOfAnOlderStoreAreUpdated(t *testing.T) {
	storetest.SQLiteOnly(t)
	path := filepath.Join(t.TempDir(), "estate.db")
	st := storetest.Open(t, store.Config{Path: path})
	property := &content.Property{
		Head:     content.Head{ID: 7, Type: content.TypeProperty, Slug: "a", Link: "/properties/a/", Status: content.StatusPublish},
		Features: []string{"sea_views"}, BuiltSize: 120,
	}
	if err := st.Write(t.Context(), func(b *store.Batch) error { return b.Put(property) }); err != nil {
		t.Fatal(err)
	}
	before := st.Generation()
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	execSQL(t, path, "UPDATE homes SET facts = ' m1 '")
	execSQL(t, path, "DELETE FROM notes")
	updated := storetest.Open(t, store.Config{Path: path})
	if changes, err := updated.RowsSince(t.Context(), before); err != nil || len(changes.Put) != 1 || changes.Put[0].Built != 120 {
		t.Errorf("%+v, %v; other nodes want the row", changes, err)
	}
	for row, err := range updated.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(row.Features, []string{"sea-views"}) || row.Built != 120 {
			t.Errorf("row is %+v, want the feature sea-views and 120 m²", row)
		}
	}
}
