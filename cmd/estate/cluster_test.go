package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
)

// startNodes starts several nodes on one database of the demo agency at the same time.
func startNodes(t *testing.T, database string, count int) []*node {
	t.Helper()
	nodes := make([]*node, count)
	var starting errgroup.Group
	for i := range nodes {
		n := newNode(t, fmt.Sprintf("db = %q\n", database))
		if i == 0 {
			n.publishDemo(t)
		}
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

func TestNodesOnOneDatabaseShowTheSameContent(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t)
	nodes := startNodes(t, server.URL, 2)
	writer, err := store.Open(t.Context(), store.Config{URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	property := publishedProperty(t, writer)
	search := "/properties/?search_reference=" + property.Reference
	for i, node := range nodes {
		for _, link := range []string{"/", property.Link, search} {
			if status, body := node.page(link); status != http.StatusOK {
				t.Fatalf("node %d: %s: status %d: %.300s", i, link, status, body)
			}
		}
	}

	// A change by any writer is shown by every node, in documents and in results.
	changed := *property
	changed.Price.Amount, changed.Price.OnAsk = 1_234_567, false
	put := func(entity content.Entity) {
		t.Helper()
		eventually(t, "a write", func() bool {
			return writer.Write(context.Background(), func(b *store.Batch) error { return b.Put(entity) }) == nil
		})
	}
	put(&changed)
	for i, node := range nodes {
		for _, link := range []string{property.Link, search} {
			eventually(t, fmt.Sprintf("node %d shows the new price at %s", i, link), func() bool {
				_, body := node.page(link)
				return strings.Contains(body, "1.234.567")
			})
		}
	}

	// Without the database, cached pages are served and /readyz reports it.
	server.Kill()
	for i, node := range nodes {
		eventually(t, fmt.Sprintf("node %d reports the lost database", i), func() bool {
			_, body := node.page("/readyz")
			var ready struct{ Status, Content string }
			_ = json.Unmarshal([]byte(body), &ready)
			return ready.Status == "degraded" && strings.Contains(ready.Content, "database")
		})
		for _, link := range []string{property.Link, search, "/"} {
			if status, _ := node.page(link); status != http.StatusOK {
				t.Errorf("node %d: %s, cached: status %d without the database", i, link, status)
			}
		}
	}
	if status, body := nodes[0].page("/not-cached/"); status != http.StatusBadGateway || !strings.Contains(body, "<") {
		t.Errorf("page that is not cached, without the database: status %d, want 502 and the error screen", status)
	}
	server.Start()
	put(property)
	for i, node := range nodes {
		eventually(t, fmt.Sprintf("node %d shows the old price again", i), func() bool {
			_, body := node.page(search)
			return !strings.Contains(body, "1.234.567") && strings.Contains(body, property.Reference)
		})
	}

	// The end of a node does not affect the other.
	nodes[0].Kill()
	put(&changed)
	eventually(t, "the other node shows the new price", func() bool {
		_, body := nodes[1].page(search)
		return strings.Contains(body, "1.234.567")
	})
	for i, node := range nodes {
		node.Kill() // completes its log
		if log := node.Log(); strings.Contains(log, "estate:"+strings.SplitN(server.URL, ":", 3)[2]) {
			t.Errorf("the log of node %d contains the password", i)
		}
	}
}

// publishedProperty is any property of the demo agency that shows a price.
func publishedProperty(t *testing.T, st *store.Store) *content.Property {
	t.Helper()
	for row, err := range st.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Kind != "properties" || row.Price == 0 || row.Sold {
			continue
		}
		entity, err := st.ByID(t.Context(), i18n.LangEN, "properties", row.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		return entity.(*content.Property)
	}
	t.Fatal("the demo agency has no property with a price")
	return nil
}

// eventually waits for a condition that other processes bring about.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timeout: %s", what)
		}
	}
}
