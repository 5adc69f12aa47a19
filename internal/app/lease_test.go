package app

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"estate/internal/store"
	"estate/internal/tests/postgrestest"
)

// TestLeasedWorkMovesToTheOtherNode runs the same work on two nodes and ends the
// connection that holds the lease.
func TestLeasedWorkMovesToTheOtherNode(t *testing.T) {
	at := store.Config{URL: postgrestest.With(t, postgrestest.URL(t), "application_name", t.Name())}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var working, begun atomic.Int64
	var nodes sync.WaitGroup
	for range 2 {
		st, err := store.Open(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = st.Close() }()
		nodes.Go(func() {
			err := (&App{store: st}).runWithLease(ctx, "work", func(held context.Context) error {
				if working.Add(1) > 1 {
					t.Error("both nodes work")
				}
				begun.Add(1)
				<-held.Done()
				working.Add(-1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for round := range int64(3) {
		eventually(t, "a node works", func() bool { return begun.Load() == round+1 && working.Load() == 1 })
		if round < 2 {
			postgrestest.Exec(t, at.URL, "SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid"+
				" WHERE a.application_name = '"+t.Name()+"' AND l.locktype = 'advisory' AND l.granted AND a.pid <> pg_backend_pid()")
		}
	}
	stop()
	nodes.Wait()
}
