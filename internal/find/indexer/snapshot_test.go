package indexer

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/agency/demo"
	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
	"estate/internal/tests/simulate"
)

// startIndex loads the index of a store as a start does, with a snapshot file or without
// ("").
func startIndex(t *testing.T, st *store.Store, file string) (u *Updater, log *strings.Builder) {
	t.Helper()
	log = &strings.Builder{}
	var last uint64
	ix := index.New(index.Config{
		Rows: func(ctx context.Context) iter.Seq2[search.Row, error] { return st.RowsWithLast(ctx, &last) },
		Last: func() uint64 { return last },
	})
	u = New(Config{
		Store: st, Index: ix, File: file, Rows: "test", Log: slog.New(slog.NewTextHandler(log, nil)),
		ReadRedirects: func(context.Context) error { return nil },
	})
	if err := u.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return u, log
}

func openIndexedStore(t *testing.T, at store.Config) *store.Store {
	t.Helper()
	st, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// TestSnapshotAndChangesEqualABuild edits a store at random. After every edit an index from
// an old snapshot and the change log equals one that is built.
func TestSnapshotAndChangesEqualABuild(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		editAndCompare(t, openIndexedStore(t, store.Config{Path: filepath.Join(t.TempDir(), "estate.db")}))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		editAndCompare(t, openIndexedStore(t, store.Config{URL: postgrestest.URL(t)}))
	})
}

func editAndCompare(t *testing.T, st *store.Store) {
	file := filepath.Join(t.TempDir(), "search.index")
	r := rand.New(rand.NewPCG(19, 2))
	properties := slices.Collect(demo.Generate(300, 19))
	edit := func() {
		err := st.Write(t.Context(), func(b *store.Batch) (err error) {
			for range 1 + r.IntN(25) {
				property := *properties[r.IntN(len(properties))]
				if r.IntN(4) == 0 {
					err = errors.Join(err, b.Delete(property.Ref()))
					continue
				}
				property.Price.Amount = 100_000 + 1000*r.IntN(3000)
				property.Types = []int{[]int{7, 15, 81}[r.IntN(3)]}
				if r.IntN(6) == 0 {
					property.Status = content.StatusDraft
				}
				err = errors.Join(err, b.Put(&property))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	edit()
	for round := range 30 {
		edit()
		fresh, _ := startIndex(t, st, "")
		restored, log := startIndex(t, st, file)
		if log.Len() > 0 {
			t.Errorf("round %d: %s", round, log)
		}
		compareIndexes(t, r, fresh.cfg.Index, restored.cfg.Index)
		if round%5 == 0 { // the later rounds catch up from here
			fresh.cfg.File = file
			fresh.built(fresh.applied)
			fresh.saveSnapshot(t.Context())
		}
	}
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}
}

func compareIndexes(t *testing.T, r *rand.Rand, want, got *index.Index) {
	t.Helper()
	for range 25 {
		f := search.Filter{Kind: search.KindProperties, PerPage: 400, Sort: search.Sorts[r.IntN(3)], IncludeSold: r.IntN(2) == 0}
		if r.IntN(2) == 0 {
			f.Types = []int{[]int{7, 15, 81}[r.IntN(3)]}
		}
		if r.IntN(2) == 0 {
			f.PriceFrom = 1000 * r.IntN(3000)
		}
		if r.IntN(3) == 0 {
			f.Beds = r.IntN(5)
		}
		a, err := want.Search(t.Context(), f)
		b, err2 := got.Search(t.Context(), f)
		if diff := cmp.Diff(a, b); diff != "" || err != nil || err2 != nil {
			t.Fatalf("%+v: %v, %v\n%s", f, err, err2, diff)
		}
	}
}

// TestAnUnusableSnapshotMeansABuild: a missing snapshot is silent; a torn one, one of other
// rows and one of another store are logged in one line. The index is built in every case.
func TestAnUnusableSnapshotMeansABuild(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "estate.db")
	st := openIndexedStore(t, store.Config{Path: path})
	write := func(st *store.Store, id int) {
		properties := slices.Collect(demo.Generate(20, uint64(id)))
		err := st.Write(t.Context(), func(b *store.Batch) error {
			properties[0].ID = id
			return b.Put(properties[0])
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	write(st, 1)
	file := filepath.Join(folder, "search.index")
	save := func(u *Updater) []byte {
		u.built(u.applied)
		u.saveSnapshot(t.Context())
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	u, log := startIndex(t, st, file)
	if log.Len() > 0 {
		t.Errorf("without a file: %s", log)
	}
	whole := save(u)
	if files, err := filepath.Glob(filepath.Join(folder, ".new-*")); len(files) > 0 || err != nil {
		t.Errorf("left over: %v %v", files, err)
	}
	refuse := func(name string, st *store.Store, data []byte) {
		t.Helper()
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		u, log := startIndex(t, st, file)
		if strings.Count(log.String(), "\n") != 1 || !u.snapshot.pending {
			t.Errorf("%s: pending %v, log: %s", name, u.snapshot.pending, log)
		}
		fresh, _ := startIndex(t, st, "")
		compareIndexes(t, rand.New(rand.NewPCG(1, 1)), fresh.cfg.Index, u.cfg.Index)
	}
	refuse("torn", st, whole[:len(whole)/2])
	refuse("empty", st, nil)
	u.cfg.Rows = "another"
	refuse("of other rows", st, save(u))

	// A restored store: the same history up to a change, then other changes.
	backup := filepath.Join(folder, "backup.db")
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	simulate.CopyFile(t, path, backup)
	st = openIndexedStore(t, store.Config{Path: path})
	write(st, 2)
	u, _ = startIndex(t, st, file)
	later := save(u)
	restored := openIndexedStore(t, store.Config{Path: backup})
	refuse("of a later state", restored, later)
	write(restored, 3)
	write(restored, 4)
	refuse("of changes that the store does not have", restored, later)
	refuse("of another store", openIndexedStore(t, store.Config{Path: filepath.Join(folder, "other.db")}), later)
}

// putProperty stores a property with an id and a price.
func putProperty(t *testing.T, st *store.Store, id, price int) {
	t.Helper()
	property := *slices.Collect(demo.Generate(1, 19))[0]
	property.ID, property.Price.Amount = id, price
	if err := st.Write(t.Context(), func(b *store.Batch) error { return b.Put(&property) }); err != nil {
		t.Fatal(err)
	}
}

// TestASnapshotHasTheNumberOfItsRows: the rows of a build may be newer than the change for which it was
// requested. With the number of that change the snapshot fitted a store that was restored to it,
// and searches found what this store did not have (seen once, seed 224 of TestSimulateCatchUp).
func TestASnapshotHasTheNumberOfItsRows(t *testing.T) {
	folder := t.TempDir()
	path, backup, file := filepath.Join(folder, "estate.db"), filepath.Join(folder, "backup.db"), filepath.Join(folder, "search.index")
	st := openIndexedStore(t, store.Config{Path: path})
	putProperty(t, st, 1, 500_000)
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	simulate.CopyFile(t, path, backup)

	st = openIndexedStore(t, store.Config{Path: path})
	u, _ := startIndex(t, st, file)
	requested := u.applied
	putProperty(t, st, 2, 600_000) // as another node does, before the rows are read
	if err := u.cfg.Index.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	u.built(requested)
	u.saveSnapshot(t.Context())

	restored := openIndexedStore(t, store.Config{Path: backup})
	putProperty(t, restored, 3, 700_000)
	fresh, _ := startIndex(t, restored, "")
	got, _ := startIndex(t, restored, file)
	compareIndexes(t, rand.New(rand.NewPCG(1, 1)), fresh.cfg.Index, got.cfg.Index)
}

// TestALoadReadsTheLogAlways: the generation of the store may move without a call of Apply until the index
// is subscribed. A load that took the snapshot for current missed that change until the next one.
func TestALoadReadsTheLogAlways(t *testing.T) {
	folder := t.TempDir()
	path, file := filepath.Join(folder, "estate.db"), filepath.Join(folder, "search.index")
	writer := openIndexedStore(t, store.Config{Path: path})
	putProperty(t, writer, 1, 500_000)
	u, _ := startIndex(t, writer, file)
	u.saveSnapshot(t.Context())
	late := openIndexedStore(t, store.Config{Path: path, ReadOnly: true}) // its generation stays
	putProperty(t, writer, 2, 600_000)
	got, log := startIndex(t, late, file)
	if log.Len() > 0 {
		t.Errorf("the snapshot was not used: %s", log)
	}
	fresh, _ := startIndex(t, writer, "")
	compareIndexes(t, rand.New(rand.NewPCG(1, 1)), fresh.cfg.Index, got.cfg.Index)
}

// TestAnEndWritesTheSnapshot: what was built last is on disk when run has ended, so that the
// next start reads it.
func TestAnEndWritesTheSnapshot(t *testing.T) {
	folder := t.TempDir()
	st := openIndexedStore(t, store.Config{Path: filepath.Join(folder, "estate.db")})
	file := filepath.Join(folder, "search.index")
	if err := st.Write(t.Context(), func(b *store.Batch) error {
		for property := range demo.Generate(5, 1) {
			if err := b.Put(property); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	u, _ := startIndex(t, st, file)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := u.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if restored, _ := startIndex(t, st, file); restored.snapshot.pending {
		t.Error("the next start builds the index")
	}
}
