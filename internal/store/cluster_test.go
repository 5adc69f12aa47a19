package store_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
	"estate/internal/tests/storetest"
)

// inStep waits until all nodes have the generation of the first.
func inStep(t *testing.T, nodes ...*store.Store) {
	t.Helper()
	want := nodes[0].Generation()
	for i, node := range nodes[1:] {
		eventually(t, fmt.Sprintf("node %d reaching generation %d", i+1, want), func() bool { return node.Generation() >= want })
	}
}

func TestNodesFollowEachOther(t *testing.T) {
	storetest.PostgresOnly(t)
	at := storetest.Config(t)
	one, two := storetest.Sample(t, at), storetest.Open(t, at)
	property := storetest.BySlug(t, two, "en", "properties", "sea-house").(*content.Property)
	if storetest.BySlug(t, two, "en", "categories", "market") == nil {
		t.Fatal("the second node does not have what the first wrote before it came")
	}

	moved := *property
	moved.Price.Amount, moved.Reference = 7, "NEW-7P"
	err := one.Write(t.Context(), func(b *store.Batch) error {
		return errors.Join(
			b.Put(&moved), b.Delete(content.Ref{Type: content.TypePost, ID: 101}),
			b.PutTerm(&content.Term{ID: 900, Taxonomy: "category", Slug: "fresh", Name: i18n.Text{"en": "Fresh"}, Lang: "en"}),
			b.PutSettings("en", &content.Settings{SiteTitle: "Moved"}),
			b.PutRedirects(content.RedirectPair{From: "/before/", To: "/after/"}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	inStep(t, one, two)
	if got := storetest.BySlug(t, two, "en", "properties", "sea-house").(*content.Property).Price.Amount; got != 7 {
		t.Errorf("the second node's cache has price %d, want 7", got)
	}
	if storetest.BySlug(t, two, "en", "categories", "fresh") == nil {
		t.Error("the second node lacks a new term")
	}
	if got := storetest.BySlug(t, two, "en", "categories", "market").(*content.Term).Count; got != 13 {
		t.Errorf("the second node counts %d posts of a category, want 13", got)
	}
	if settings, _ := two.Settings(t.Context(), "en"); settings.SiteTitle != "Moved" {
		t.Errorf("the second node's settings are %q", settings.SiteTitle)
	}
	if _, err := two.Redirect(t.Context(), "/before/", content.FirstRedirect); err != nil {
		t.Error("the second node lacks a new redirect")
	}
	storetest.Remove(t, two, property.Ref())
	inStep(t, two, one)
	if storetest.BySlug(t, one, "en", "properties", "sea-house") != nil {
		t.Error("the first node shows what the second deleted")
	}
}

// TestSeveralWritersKeepOneLog has three nodes write at once and compares the changes that
// each of them receives.
func TestSeveralWritersKeepOneLog(t *testing.T) {
	storetest.PostgresOnly(t)
	at := storetest.Config(t)
	const nodes, batches = 3, 20
	all := make([]*store.Store, nodes)
	received := make([][]uint64, nodes)
	for i := range all {
		all[i] = storetest.Open(t, at)
		all[i].Subscribe(func(seq uint64) error {
			received[i] = append(received[i], seq)
			if seq <= all[i].Generation() {
				t.Errorf("node %d: notified of %d at generation %d", i, seq, all[i].Generation())
			}
			return nil
		})
	}
	var group sync.WaitGroup
	for i, node := range all {
		group.Go(func() {
			for n := range batches {
				err := node.Write(t.Context(), func(b *store.Batch) error {
					mine, shared := testProperty(1000*(i+1)+n), testProperty(1)
					shared.Bedrooms = 100*i + n
					return errors.Join(b.Put(mine), b.Put(shared))
				})
				if err != nil {
					t.Error(err)
				}
				// A node shows what it wrote, also when another wrote in between.
				if storetest.BySlug(t, node, "en", "properties", testProperty(1000*(i+1)+n).Slug) == nil {
					t.Errorf("node %d does not show what it wrote", i)
				}
			}
		})
	}
	group.Wait()
	last := uint64(0)
	changes, err := all[0].ChangesSince(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range changes {
		if change.Seq != last+1 {
			t.Fatalf("after change %d came %d", last, change.Seq)
		}
		last = change.Seq
	}
	if want := uint64(nodes * batches * 2); last != want {
		t.Errorf("%d changes in the log, want %d", last, want)
	}
	for i, node := range all {
		eventually(t, fmt.Sprintf("node %d hearing of change %d", i, last), func() bool { return node.Generation() == last })
		for n := 1; n < len(received[i]); n++ {
			if received[i][n] <= received[i][n-1] {
				t.Errorf("node %d received %v", i, received[i])
				break
			}
		}
	}
}

// TestOthersNeverSeeHalfABatch changes more properties than one query of the log returns.
func TestOthersNeverSeeHalfABatch(t *testing.T) {
	storetest.PostgresOnly(t)
	at := storetest.Config(t)
	one, two := storetest.Open(t, at), storetest.Open(t, at)
	const properties = 12_000
	var rows atomic.Int64
	seen := uint64(0)
	two.Subscribe(func(seq uint64) error {
		changed, err := two.RowsSince(context.Background(), seen)
		seen = changed.Last
		rows.Add(int64(len(changed.Put)))
		if len(changed.Put) != properties {
			t.Errorf("%d rows in one step, want all %d", len(changed.Put), properties)
		}
		return err
	})
	err := one.Write(t.Context(), func(b *store.Batch) error {
		for id := 1; id <= properties; id++ {
			if err := b.Put(testProperty(id)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	inStep(t, one, two)
	if rows.Load() != properties {
		t.Errorf("%d rows received of, want %d", rows.Load(), properties)
	}
}

func TestLostNotificationsAreCaughtUp(t *testing.T) {
	storetest.PostgresOnly(t)
	at := storetest.Config(t)
	one, two := storetest.Open(t, at), storetest.Open(t, named(t, at, "two"))
	for round := range 3 {
		cut(t, at, "two") // its listening connection and the others
		storetest.Put(t, one, testProperty(round+1))
		inStep(t, one, two)
		if storetest.BySlug(t, two, "en", "properties", testProperty(round+1).Slug) == nil {
			t.Errorf("round %d: the property is not there", round)
		}
	}
}

func TestNodeThatFellFarBehindReadsEverythingAgain(t *testing.T) {
	storetest.PostgresOnly(t)
	at := storetest.Config(t)
	few := at
	few.KeepChanges = 10
	one, two := storetest.Open(t, few), storetest.Sample(t, named(t, at, "two"))
	inStep(t, two, one)
	property := storetest.BySlug(t, two, "en", "properties", "sea-house").(*content.Property)
	var lost atomic.Bool
	failing := errors.New("not now")
	var fails atomic.Bool
	seen := two.Generation()
	two.Subscribe(func(seq uint64) error {
		if fails.Load() {
			return failing
		}
		if _, err := two.RowsSince(context.Background(), seen); errors.Is(err, store.ErrChangesLost) {
			lost.Store(true)
		}
		seen = seq
		return nil
	})
	fails.Store(true) // it applies nothing while the log moves on
	before := two.Generation()
	changed := *property
	changed.Price.Amount = 7
	storetest.Put(t, one, &changed)
	for id := range 60 {
		storetest.Put(t, one, testProperty(id+1))
	}
	if got := two.Generation(); got != before {
		t.Errorf("generation moved from %d to %d although a subscriber failed", before, got)
	}
	fails.Store(false)
	inStep(t, one, two)
	if !lost.Load() {
		t.Error("the log still reached back: the test proves nothing")
	}
	if got := storetest.BySlug(t, two, "en", "properties", "sea-house").(*content.Property).Price.Amount; got != 7 {
		t.Errorf("price %d from a cache of before, want 7", got)
	}
}

// TestRestartOfTheServerLosesNothing kills the server three times while one node writes
// and another reads.
func TestRestartOfTheServerLosesNothing(t *testing.T) {
	storetest.PostgresOnly(t)
	t.Parallel()
	server := postgrestest.Start(t)
	at := store.Config{URL: server.URL}
	one, two := storetest.Open(t, at), storetest.Open(t, at)
	storetest.Put(t, one, testProperty(1))
	inStep(t, one, two)
	two.UseSearcher(fixedSearcher{1})
	for round := range 3 {
		server.Kill()
		if err := two.Healthy(); err == nil {
			eventually(t, "the outage being reported", func() bool { return two.Healthy() != nil })
		}
		// Sent while the server is away, answered when it is back.
		answered := make(chan error, 1)
		go func() {
			_, err := two.Properties(context.Background(), "en", search.Filter{})
			answered <- err
		}()
		server.Start()
		<-answered // an outage longer than reads wait for is an error; a short one is not
		id := 100 + round
		eventually(t, "a write after the restart", func() bool {
			return one.Write(t.Context(), func(b *store.Batch) error { return b.Put(testProperty(id)) }) == nil
		})
		inStep(t, one, two)
		if storetest.BySlug(t, two, "en", "properties", testProperty(id).Slug) == nil {
			t.Errorf("round %d: the property is not there", round)
		}
		eventually(t, "health", func() bool { return two.Healthy() == nil })
	}
}

func TestReadsOutlastAShortRestart(t *testing.T) {
	storetest.PostgresOnly(t)
	t.Parallel()
	server := postgrestest.Start(t)
	s := storetest.Open(t, store.Config{URL: server.URL, CacheBytes: 1})
	storetest.Put(t, s, testProperty(1))
	server.Kill()
	answered := make(chan error, 1)
	go func() {
		found, err := s.BySlug(context.Background(), "en", "properties", testProperty(1).Slug)
		if err == nil && len(found) != 1 {
			err = fmt.Errorf("%d properties found", len(found))
		}
		answered <- err
	}()
	time.Sleep(100 * time.Millisecond) // the query must start while the server is away
	server.Start()
	if err := <-answered; err != nil {
		t.Errorf("a query during a restart failed: %v", err)
	}
}

func TestUnreachableServerIsAnOutageWithItsRemedy(t *testing.T) {
	storetest.PostgresOnly(t)
	t.Parallel()
	server := postgrestest.Start(t)
	s := storetest.Open(t, store.Config{URL: server.URL})
	server.Kill()
	var err error
	eventually(t, "a read that fails", func() bool {
		_, err = s.BySlug(t.Context(), "en", "properties", "x")
		return err != nil
	})
	if !errors.Is(err, content.ErrUnreachable) {
		t.Errorf("got %v, want a source that gave no answer", err)
	}
	began := time.Now()
	for range 20 {
		if _, err := s.BySlug(t.Context(), "en", "properties", "y"); err == nil {
			t.Fatal("a dead server answered")
		}
	}
	if took := time.Since(began); took > within {
		t.Errorf("twenty reads of a server known to be lost took %v", took)
	}
	checkNoPassword(t, server.URL, err)
}

// checkNoPassword fails when an error holds the password of an address.
func checkNoPassword(t *testing.T, address string, err error) {
	t.Helper()
	parsed, parseErr := url.Parse(address)
	if parseErr != nil || parsed.User == nil {
		return
	}
	if password, set := parsed.User.Password(); set && password != "" && contains(err.Error(), password) {
		t.Errorf("the error holds the password: %v", err)
	}
}
