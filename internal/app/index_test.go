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

	"estate/internal/agency/demo"
	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/find/indexer"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
)

// openNode opens a store with an index that is kept current.
func openNode(t *testing.T, at store.Config) (*store.Store, *index.Index) {
	t.Helper()
	st, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	ix := index.New(index.Config{Rows: st.Rows, MaxChanged: 60}) // many rebuilds
	u := indexer.New(indexer.Config{
		Store: st, Index: ix, Log: slog.New(slog.DiscardHandler), ReadRedirects: func(context.Context) error { return nil },
	})
	t.Cleanup(st.Subscribe(u.Apply))
	if err := u.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	st.UseSearcher(ix)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = u.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return st, ix
}

// TestChangesShowImmediatelyAndCompletely inserts, updates and deletes properties while readers
// search continuously. Each batch keeps the numbers of properties and of villas: a
// reader that sees a part of a batch finds a wrong total.
func TestChangesShowImmediatelyAndCompletely(t *testing.T) {
	t.Run("the node that writes", func(t *testing.T) {
		st, ix := openNode(t, store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
		changeUnderLoad(t, st, st, ix)
	})
	t.Run("another node", func(t *testing.T) {
		at := store.Config{URL: postgrestest.URL(t)}
		writer, _ := openNode(t, at)
		reader, ix := openNode(t, at)
		changeUnderLoad(t, writer, reader, ix)
	})
}

const (
	typeVilla, typeFlat = 15, 7
	propertyCount       = 120
	rounds              = 60
)

func changeUnderLoad(t *testing.T, writer, reader *store.Store, ix *index.Index) {
	properties := slices.Collect(demo.Generate(propertyCount+rounds, 5))
	for i, property := range properties {
		property.Types, property.Badges = []int{typeVilla}, nil
		if i%2 == 1 {
			property.Types = []int{typeFlat}
		}
		property.Price.Amount, property.Price.OnAsk = 500_000, false
	}
	stored := properties[:propertyCount]
	put := func(b *store.Batch, list ...*content.Property) (err error) {
		for _, property := range list {
			err = errors.Join(err, b.Put(property))
		}
		return err
	}
	if err := writer.Write(t.Context(), func(b *store.Batch) error { return put(b, stored...) }); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the properties are indexed", func() bool {
		found, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties, IncludeSold: true})
		return err == nil && found.Total == propertyCount
	})

	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() { checkConsistency(ctx, t, ix) })
	}
	var slowest time.Duration
	for round := range rounds {
		// One is deleted, one of the same type is added, a villa and a flat swap their
		// types, and one of them gets the price of this round.
		deleted, added := stored[round], properties[propertyCount+round]
		added.Types = deleted.Types
		a, b := *properties[propertyCount-1], *properties[propertyCount-2]
		a.Types, b.Types = b.Types, a.Types
		a.Price.Amount = 1_000_000 + round
		properties[propertyCount-1], properties[propertyCount-2] = &a, &b
		began := time.Now()
		err := writer.Write(t.Context(), func(batch *store.Batch) error {
			return errors.Join(batch.Delete(deleted.Ref()), put(batch, added, &a, &b))
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
		result, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties, IDs: []int{deleted.ID, added.ID}})
		if err != nil || !slices.Equal(result.IDs, []int{added.ID}) {
			t.Errorf("round %d: of %d (deleted) and %d (added) the index has %v, %v", round, deleted.ID, added.ID, result.IDs, err)
		}
	}
	stop()
	readers.Wait()
	t.Logf("from a write to its result on the page: at most %v", slowest.Round(time.Millisecond))
}

// checkConsistency searches until ctx ends. Totals, counts and pages must be consistent.
func checkConsistency(ctx context.Context, t *testing.T, ix *index.Index) {
	for sort := 0; ctx.Err() == nil; sort++ {
		all, err := ix.Search(ctx, search.Filter{Kind: search.KindProperties, PerPage: 2 * propertyCount, Sort: search.Sorts[sort%3]})
		if err != nil {
			t.Error(err)
			return
		}
		villas, err := ix.Search(ctx, search.Filter{Kind: search.KindProperties, Types: []int{typeVilla}})
		if err != nil {
			t.Error(err)
			return
		}
		if all.Total != propertyCount || len(all.IDs) != propertyCount || all.Counts.Types[typeVilla] != propertyCount/2 || villas.Total != propertyCount/2 {
			t.Errorf("part of a batch: %d properties, %d on the page, %d villas by count and %d by filter; want %d and %d",
				all.Total, len(all.IDs), all.Counts.Types[typeVilla], villas.Total, propertyCount, propertyCount/2)
			return
		}
	}
}
