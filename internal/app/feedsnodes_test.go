package app

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/agency/feeds/engine"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
)

// reads records which node reads a feed.
type reads struct {
	mu   sync.Mutex
	last int // node of the last read, from 1
	n    int
}

func (r *reads) get() (last, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last, r.n
}

// nodeSource is the source of a feed at one node.
type nodeSource struct {
	node  int
	reads *reads
}

func (s nodeSource) Read(_ context.Context, _ feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	s.reads.mu.Lock()
	s.reads.last, s.reads.n = s.node, s.reads.n+1
	s.reads.mu.Unlock()
	return feeds.Result{Complete: true}, sink.Listing(&feeds.Listing{Key: "k", References: []string{"R-1"}, Mode: feeds.ModeSale, Price: 900_000, Type: "Villa"}, "")
}

// TestOneNodeFollowsTheFeeds: only the node with the lease reads a feed. When it ends, the other one
// continues with the notes of the first, so that nothing is added twice.
func TestOneNodeFollowsTheFeeds(t *testing.T) {
	at := store.Config{URL: postgrestest.URL(t)}
	var read reads
	var nodes sync.WaitGroup
	var apps [2]*App
	var kill [2]context.CancelFunc
	for i := range apps {
		st, err := store.Open(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = st.Close() }()
		followed, err := engine.New(engine.Config{
			Feeds: []engine.Feed{{Name: "crm", Source: nodeSource{i + 1, &read}, NoPictures: true}}, Log: slog.New(slog.DiscardHandler), Originals: t.TempDir(),
		}, st)
		if err != nil {
			t.Fatal(err)
		}
		apps[i] = &App{store: st, feeds: followed}
		var ctx context.Context
		ctx, kill[i] = context.WithCancel(t.Context())
		nodes.Go(func() {
			if err := apps[i].runWithLease(ctx, "feeds", apps[i].followFeeds); err != nil {
				t.Error(err)
			}
		})
	}
	defer nodes.Wait()
	defer func() { kill[0](); kill[1]() }()

	eventually(t, "a node reads the feed", func() bool { _, n := read.get(); return n == 1 })
	first, _ := read.get()
	other := 2 - first // index of the node that waits
	ask := func(n int) {
		t.Helper()
		if err := apps[other].feeds.Ask(t.Context(), "crm", false); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the request is answered", func() bool { _, reads := read.get(); return reads == n })
	}
	ask(2)
	if last, _ := read.get(); last != first {
		t.Errorf("node %d reads the feed while node %d follows it", last, first)
	}
	kill[first-1]()
	ask(3)
	if last, _ := read.get(); last == first {
		t.Error("the node that has ended reads the feed")
	}
	eventually(t, "the run is complete", func() bool {
		list, err := apps[other].feeds.Status(t.Context())
		return err == nil && len(list) == 1 && list[0].Properties == 1 && list[0].Report.Added+list[0].Report.Unchanged == 1
	})
}
