package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
)

// startNodes runs estate serve so many times on one database, all at once: an empty
// one is migrated and seeded by whoever comes first.
func startNodes(t *testing.T, database string, count int) []*node {
	t.Helper()
	nodes := make([]*node, count)
	var starting errgroup.Group
	for i := range nodes {
		n := newNode(t, fmt.Sprintf("db = %q\n", database))
		nodes[i] = n
		starting.Go(func() error { return n.start(t.Context()) })
	}
	err := starting.Wait()
	for _, n := range nodes {
		if n.Program != nil {
			t.Cleanup(n.Kill)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return nodes
}

func TestNodesOnOneDatabaseStayInStep(t *testing.T) {
	server := postgrestest.Start(t)
	nodes := startNodes(t, server.URL, 2)
	writer, err := store.Open(t.Context(), store.Config{URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	home := publishedHome(t, writer)
	search := "/properties/?search_reference=" + home.Reference
	for i, node := range nodes {
		for _, link := range []string{"/", home.Link, search} {
			if status, body := node.page(link); status != http.StatusOK {
				t.Fatalf("node %d: %s answers %d: %.300s", i, link, status, body)
			}
		}
	}

	// A change by anybody is on every node, in documents and in results.
	changed := *home
	changed.Price.Amount, changed.Price.OnAsk = 1_234_567, false
	put := func(entity content.Entity) {
		t.Helper()
		eventually(t, "a write", func() bool {
			return writer.Write(context.Background(), func(b *store.Batch) error { return b.Put(entity) }) == nil
		})
	}
	put(&changed)
	for i, node := range nodes {
		for _, link := range []string{home.Link, search} {
			eventually(t, fmt.Sprintf("node %d showing the new price at %s", i, link), func() bool {
				_, body := node.page(link)
				return strings.Contains(body, "1.234.567")
			})
		}
	}

	// While the server is away, known pages go out and /readyz tells.
	server.Kill()
	for i, node := range nodes {
		eventually(t, fmt.Sprintf("node %d telling that its database is lost", i), func() bool {
			_, body := node.page("/readyz")
			var ready struct{ Status, Content string }
			_ = json.Unmarshal([]byte(body), &ready)
			return ready.Status == "degraded" && strings.Contains(ready.Content, "database")
		})
		for _, link := range []string{home.Link, search, "/"} {
			if status, _ := node.page(link); status != http.StatusOK {
				t.Errorf("node %d: %s, seen before, answers %d without the database", i, link, status)
			}
		}
	}
	if status, body := nodes[0].page("/this-was-never-asked/"); status != http.StatusBadGateway || !strings.Contains(body, "<") {
		t.Errorf("an unseen page without the database answers %d, want 502 and the error screen", status)
	}
	server.Start()
	put(home)
	for i, node := range nodes {
		eventually(t, fmt.Sprintf("node %d showing the old price again", i), func() bool {
			_, body := node.page(search)
			return !strings.Contains(body, "1.234.567") && strings.Contains(body, home.Reference)
		})
	}

	// A node that dies is no matter to the other.
	nodes[0].Kill()
	put(&changed)
	eventually(t, "the other node showing the new price", func() bool {
		_, body := nodes[1].page(search)
		return strings.Contains(body, "1.234.567")
	})
	for i, node := range nodes {
		node.Kill() // its log is whole only then
		if log := node.Log(); strings.Contains(log, "estate:"+strings.SplitN(server.URL, ":", 3)[2]) {
			t.Errorf("node %d's log tells the password", i)
		}
	}
}

// TestWorkOfOneNodeMovesOn has two nodes want the same work, and takes the lease away
// from whoever does it.
func TestWorkOfOneNodeMovesOn(t *testing.T) {
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
			err := (&site{store: st}).alone(ctx, "work", func(held context.Context) error {
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
