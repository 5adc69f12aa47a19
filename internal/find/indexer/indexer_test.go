package indexer

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/agency/demo"
	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
)

// startIndex builds the index of a store as a start does.
func startIndex(t *testing.T, st *store.Store) *Updater {
	t.Helper()
	var last uint64
	ix := index.New(index.Config{
		Rows: func(ctx context.Context) iter.Seq2[search.Row, error] { return st.RowsWithLast(ctx, &last) },
		Last: func() uint64 { return last },
	})
	u := New(Config{Store: st, Index: ix, Log: slog.New(slog.DiscardHandler), ReadRedirects: func(context.Context) error { return nil }})
	if err := u.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return u
}

// TestChangesEqualABuild edits a store at random. After every edit an index that follows the change log
// equals one that is built.
func TestChangesEqualABuild(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { editAndCompare(t, store.Config{Path: filepath.Join(t.TempDir(), "estate.db")}) })
	t.Run("PostgreSQL", func(t *testing.T) { editAndCompare(t, store.Config{URL: postgrestest.URL(t)}) })
}

func editAndCompare(t *testing.T, at store.Config) {
	st, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
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
	following := startIndex(t, st)
	for round := range 30 {
		edit()
		if round%3 == 0 { // else several batches are read together
			if err := following.Apply(st.Generation()); err != nil {
				t.Fatal(err)
			}
			compareIndexes(t, r, startIndex(t, st).cfg.Index, following.cfg.Index)
		}
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
