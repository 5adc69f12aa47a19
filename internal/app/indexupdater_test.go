package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/demo"
	"estate/internal/index"
	"estate/internal/redirect"
	"estate/internal/search"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
)

// followed is a node: a store with an index that follows it.
func followed(t *testing.T, at store.Config) (*store.Store, *index.Index) {
	t.Helper()
	st, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	redirects, err := redirect.New(redirect.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ix := index.New(index.Config{Rows: st.Rows, MaxChanged: 60}) // many rebuilds
	u := newIndexUpdater(st, ix, redirects, slog.New(slog.DiscardHandler))
	t.Cleanup(st.Subscribe(u.apply))
	if err := u.load(t.Context()); err != nil {
		t.Fatal(err)
	}
	st.UseSearcher(ix)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = u.run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return st, ix
}

// TestChangesShowAtOnceAndWhole inserts, updates and deletes homes while readers
// search without pause. Every batch keeps the number of homes, and the number of
// villas, so that a reader who sees half of one finds a wrong total.
func TestChangesShowAtOnceAndWhole(t *testing.T) {
	t.Run("the node that writes", func(t *testing.T) {
		st, ix := followed(t, store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
		changeUnderLoad(t, st, st, ix)
	})
	t.Run("another node", func(t *testing.T) {
		at := store.Config{URL: postgrestest.URL(t)}
		writer, _ := followed(t, at)
		reader, ix := followed(t, at)
		changeUnderLoad(t, writer, reader, ix)
	})
}

const (
	typeVilla, typeFlat = 15, 7
	homesKept           = 120
	roundsOfChange      = 60
)

func changeUnderLoad(t *testing.T, writer, reader *store.Store, ix *index.Index) {
	homes := slices.Collect(demo.Generate(homesKept+roundsOfChange, 5))
	for i, home := range homes {
		home.Types, home.Badges = []int{typeVilla}, nil
		if i%2 == 1 {
			home.Types = []int{typeFlat}
		}
		home.Price.Amount, home.Price.OnAsk = 500_000, false
	}
	here := homes[:homesKept]
	put := func(b *store.Batch, list ...*content.Property) (err error) {
		for _, home := range list {
			err = errors.Join(err, b.Put(home))
		}
		return err
	}
	if err := writer.Write(t.Context(), func(b *store.Batch) error { return put(b, here...) }); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the homes are there", func() bool { return ix.Len(search.KindProperties) == homesKept })

	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() { checkWhole(ctx, t, ix) })
	}
	var slowest time.Duration
	for round := range roundsOfChange {
		// One leaves, one of its kind comes, a villa and a flat change places, and one
		// of them has a price of this round.
		gone, fresh := here[round], homes[homesKept+round]
		fresh.Types = gone.Types
		a, b := *homes[homesKept-1], *homes[homesKept-2]
		a.Types, b.Types = b.Types, a.Types
		a.Price.Amount = 1_000_000 + round
		homes[homesKept-1], homes[homesKept-2] = &a, &b
		began := time.Now()
		err := writer.Write(t.Context(), func(batch *store.Batch) error {
			return errors.Join(batch.Delete(gone.Ref()), put(batch, fresh, &a, &b))
		})
		if err != nil {
			t.Fatal(err)
		}
		priced := search.Filter{PriceFrom: a.Price.Amount, PriceTo: a.Price.Amount}
		eventually(t, fmt.Sprintf("round %d is found by its price", round), func() bool {
			list, err := reader.Properties(t.Context(), "en", priced)
			return err == nil && list.Total == 1 && len(list.Items) == 1 && list.Items[0].Price.Amount == a.Price.Amount
		})
		slowest = max(slowest, time.Since(began))
		result, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties, IDs: []int{gone.ID, fresh.ID}})
		if err != nil || !slices.Equal(result.IDs, []int{fresh.ID}) {
			t.Errorf("round %d: of %d (gone) and %d (new) the index has %v, %v", round, gone.ID, fresh.ID, result.IDs, err)
		}
	}
	stop()
	readers.Wait()
	t.Logf("from the beginning of a write to its result on the page: %v at most", slowest.Round(time.Millisecond))
}

// checkWhole searches until ctx ends; totals, counts and pages must fit together.
func checkWhole(ctx context.Context, t *testing.T, ix *index.Index) {
	for sort := 0; ctx.Err() == nil; sort++ {
		all, err := ix.Search(ctx, search.Filter{Kind: search.KindProperties, PerPage: 2 * homesKept, Sort: search.Sorts[sort%3]})
		if err != nil {
			t.Error(err)
			return
		}
		villas, err := ix.Search(ctx, search.Filter{Kind: search.KindProperties, Types: []int{typeVilla}})
		if err != nil {
			t.Error(err)
			return
		}
		if all.Total != homesKept || len(all.IDs) != homesKept || all.Counts.Types[typeVilla] != homesKept/2 || villas.Total != homesKept/2 {
			t.Errorf("half a batch: %d homes, %d on the page, %d villas by count and %d by filter; want %d and %d",
				all.Total, len(all.IDs), all.Counts.Types[typeVilla], villas.Total, homesKept, homesKept/2)
			return
		}
	}
}
