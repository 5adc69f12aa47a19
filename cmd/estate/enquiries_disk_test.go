package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/mirror"
	"estate/internal/tests/postgrestest"
)

// TestNoEnquiryIsLostWithADisk posts enquiries to three nodes with one PostgreSQL. During the
// load one of them is killed and its data folder removed, and PostgreSQL is killed and
// restarted. Every enquiry that was thanked for is in the mirror once, and is delivered.
func TestNoEnquiryIsLostWithADisk(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t)
	posts := fromEnv(t, "ESTATE_LEADS_POSTS", 300)
	mails := startFlakyMail(t)
	settings := fmt.Sprintf("db = %q\n", server.URL) + fastDelivery(mails) + `
mirror_required = true
takeover = "2s"
`
	nodes := make([]*node, 3)
	var starting errgroup.Group
	for i := range nodes {
		nodes[i] = newNode(t, settings)
		if i == 0 {
			nodes[i].publishDemo(t)
		}
		starting.Go(func() error { return nodes[i].start(t.Context()) })
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

	var thanked atomic.Int64
	var visitors sync.WaitGroup
	next := make(chan int)
	for range 6 {
		visitors.Go(func() {
			for i := range next {
				sendToAny(t.Context(), nodes, i)
				thanked.Add(1)
			}
		})
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range posts {
			next <- i
		}
		close(next)
		visitors.Wait()
	}()
	after := func(share int) {
		for thanked.Load() < int64(posts*share/100) {
			time.Sleep(time.Millisecond)
		}
	}
	after(30)
	nodes[0].Kill()
	if err := os.RemoveAll(nodes[0].data); err != nil {
		t.Fatal(err)
	}
	after(60)
	server.Kill()
	server.Start()
	<-done

	second := mirror.New(mirror.Config{URL: server.URL})
	defer func() { _ = second.Close() }()
	copied, want := map[string]int{}, map[string]bool{}
	for c, err := range second.Copies(t.Context(), leads.Selection{}) {
		if err != nil {
			t.Fatal(err)
		}
		copied[c.Lead.Message]++
		want[fmt.Sprintf("<enquiry-%d.%s.mail@example.com>", c.Key.ID, c.Lead.Fingerprint)] = true
	}
	ids := awaitMails(t, mails, posts)
	for id := range want {
		if ids[id] == 0 {
			t.Errorf("%s is in the mirror and was not delivered", id)
		}
	}
	for i := range posts {
		if n := copied[message(i)]; n != 1 {
			t.Errorf("%q is %d times in the mirror, want once", message(i), n)
		}
	}
	if len(ids) != posts {
		t.Errorf("%d different mails for %d enquiries", len(ids), posts)
	}
	t.Logf("%d enquiries on three nodes, one disk lost: %d in the mirror, %d mails with %d ids", posts, len(copied), len(mails.Mails()), len(ids))
}

// sendToAny posts a form to one node after the other until it is thanked for.
func sendToAny(ctx context.Context, nodes []*node, i int) {
	form := enquiryForm(i)
	for try := i; ctx.Err() == nil; try++ {
		if sendOnce(ctx, nodes[try%len(nodes)].addr, form) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestLeadsOfAllNodesAreListedOnEachNode(t *testing.T) {
	t.Parallel()
	settings := fmt.Sprintf("[enquiries]\nmirror = %q\n", postgrestest.URL(t))
	first, second := newNode(t, settings), newNode(t, settings)
	for i, n := range []*node{first, second} {
		if err := n.start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(n.Kill)
		send(t.Context(), n.addr, i)
	}
	list := second.command(t, "leads", "list")
	if strings.Count(list, "ana@example.org") != 2 || !strings.Contains(list, "2 enquiries") {
		t.Fatalf("list on the second node:\n%s", list)
	}
	var foreign string
	for line := range strings.Lines(list) {
		if id, _, _ := strings.Cut(line, " "); strings.Contains(id, ":") {
			foreign = id
		}
	}
	if out := second.command(t, "leads", "delete", foreign); !strings.Contains(out, "1 enquiry deleted") {
		t.Errorf("delete %s: %s", foreign, out)
	}
	eventually(t, "the first node has deleted its enquiry", func() bool {
		return strings.Contains(first.command(t, "leads", "list"), "1 enquiry\n") && len(leadsOf(t, first)) == 0
	})
}

// leadsOf are the enquiries on the disk of a node.
func leadsOf(t *testing.T, n *node) (found []*leads.Lead) {
	t.Helper()
	store, err := leads.OpenStore(t.Context(), n.data+"/leads.db", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for lead, err := range store.Leads(t.Context(), leads.Selection{}) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, lead)
	}
	return found
}
