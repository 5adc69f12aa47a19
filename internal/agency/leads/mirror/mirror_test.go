package mirror

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/tests/postgrestest"
)

// eachPlace runs a test with a mirror in a file and one in PostgreSQL.
func eachPlace(t *testing.T, test func(t *testing.T, cfg Config)) {
	t.Run("file", func(t *testing.T) {
		test(t, Config{Path: filepath.Join(t.TempDir(), "second", "enquiries.db")})
	})
	t.Run("postgres", func(t *testing.T) {
		test(t, Config{URL: postgrestest.URL(t)})
	})
}

// gate is a mirror that can be away.
type gate struct {
	leads.Mirror
	mu   sync.Mutex
	away bool
}

var errAway = errors.New("away")

func (g *gate) set(away bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.away = away
}

func (g *gate) check() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.away {
		return errAway
	}
	return nil
}

func (g *gate) Beat(ctx context.Context, node string) (leads.MirrorState, error) {
	if err := g.check(); err != nil {
		return leads.MirrorState{}, err
	}
	return g.Mirror.Beat(ctx, node)
}

func (g *gate) Put(ctx context.Context, c leads.Copy) (leads.PutResult, error) {
	if err := g.check(); err != nil {
		return 0, err
	}
	return g.Mirror.Put(ctx, c)
}

func (g *gate) Owner(ctx context.Context, key leads.Key) (string, error) {
	if err := g.check(); err != nil {
		return "", err
	}
	return g.Mirror.Owner(ctx, key)
}

// recipient counts the deliveries of each message.
type recipient struct {
	mu   sync.Mutex
	got  map[string]int
	fail bool
}

func (r *recipient) Name() string             { return "mail" }
func (r *recipient) Accepts(*leads.Lead) bool { return true }
func (r *recipient) setFail(fail bool)        { r.mu.Lock(); r.fail = fail; r.mu.Unlock() }
func (r *recipient) count(message string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.got[message]
}

func (r *recipient) Deliver(_ context.Context, lead *leads.Lead) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail {
		return errors.New("the mail server is down")
	}
	r.got[lead.Message]++
	return nil
}

// node is a node of the site with a data folder.
type node struct {
	*leads.Service
	store  *leads.Store
	mirror *gate
	folder string
	stop   func()
}

const takeover = 600 * time.Millisecond

func startNode(t *testing.T, cfg Config, folder string, to *recipient, required bool) *node {
	t.Helper()
	store, err := leads.OpenStore(t.Context(), filepath.Join(folder, "leads.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	second := New(cfg)
	n := &node{store: store, mirror: &gate{Mirror: second}, folder: folder}
	quiet := slog.New(slog.DiscardHandler)
	policy := func(context.Context, i18n.Lang) (*leads.Policy, error) {
		return &leads.Policy{Link: "/privacy/", Title: "Privacy", Text: "We keep your data safe."}, nil
	}
	n.Service = leads.NewService(leads.Config{
		Store: store, Channels: []leads.Channel{to}, Log: quiet, Policy: policy,
		Delivery: leads.DeliveryConfig{InitialBackoff: 5 * time.Millisecond, MaxBackoff: 20 * time.Millisecond, MaxAttempts: 100000},
		Mirror:   n.mirror, Mirrored: leads.MirrorConfig{Required: required, Takeover: takeover},
	})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = n.Run(ctx) }()
	var once sync.Once
	n.stop = func() {
		once.Do(func() {
			cancel()
			<-done
			_ = store.Close()
			_ = second.Close()
		})
	}
	t.Cleanup(n.stop)
	return n
}

func enquiry(message string) leads.Enquiry {
	return leads.Enquiry{Lang: i18n.LangEN, Kind: "contact", Page: "/contact/", Name: "Ana", Mail: "ana@example.org", Message: message, Privacy: true}
}

func (n *node) send(t *testing.T, message string) leads.Receipt {
	t.Helper()
	receipt, err := n.Submit(t.Context(), enquiry(message))
	if err != nil || len(receipt.Problems) > 0 {
		t.Fatal(receipt.Problems, err)
	}
	return receipt
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("timeout: " + what)
		}
	}
}

// copies are the messages in a mirror with their owners.
func copies(t *testing.T, cfg Config) map[string]string {
	t.Helper()
	second := New(cfg)
	defer func() { _ = second.Close() }()
	found := map[string]string{}
	for c, err := range second.Copies(t.Context(), leads.Selection{}) {
		if err != nil {
			t.Fatal(err)
		}
		if found[c.Lead.Message] != "" {
			t.Errorf("%q is twice in the mirror", c.Lead.Message)
		}
		if c.Policy == nil || c.Policy.Text != "We keep your data safe." {
			t.Errorf("%q has no policy in the mirror", c.Lead.Message)
		}
		found[c.Lead.Message] = c.Owner
	}
	return found
}

func TestAcknowledgedEnquiryOutlivesItsDisk(t *testing.T) {
	eachPlace(t, func(t *testing.T, cfg Config) {
		to := &recipient{got: map[string]int{}, fail: true}
		first := startNode(t, cfg, t.TempDir(), to, true)
		for i := range 5 {
			if first.send(t, fmt.Sprint("message ", i)).OneDisk {
				t.Fatal("the mirror is there, and the enquiry is on one disk")
			}
		}
		if n := len(copies(t, cfg)); n != 5 {
			t.Fatalf("%d of 5 acknowledged enquiries are in the mirror", n)
		}
		first.stop()
		if err := os.RemoveAll(first.folder); err != nil {
			t.Fatal(err)
		}

		// Another node delivers them, each once, and has them on its disk.
		to.setFail(false)
		second := startNode(t, cfg, t.TempDir(), to, true)
		for i := range 5 {
			eventually(t, "delivery of an adopted enquiry", func() bool { return to.count(fmt.Sprint("message ", i)) == 1 })
		}
		name, err := second.store.NodeName(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for message, owner := range copies(t, cfg) {
			if owner != name {
				t.Errorf("%q belongs to %s, want %s", message, owner, name)
			}
		}
		policies, err := second.store.Policies(t.Context(), "")
		if err != nil || len(policies) != 1 || policies[0].Text == "" || policies[0].Enquiries != 5 {
			t.Errorf("adopted policies %+v, %v", policies, err)
		}
	})
}

func TestNodeThatReturnsDeliversNothingTwice(t *testing.T) {
	eachPlace(t, func(t *testing.T, cfg Config) {
		to := &recipient{got: map[string]int{}, fail: true}
		first := startNode(t, cfg, t.TempDir(), to, false)
		first.send(t, "hello")
		first.stop()
		second := startNode(t, cfg, t.TempDir(), to, false)
		eventually(t, "adoption", func() bool { status, _ := second.MirrorStatus(); return status.Adopted == 1 })
		to.setFail(false)
		eventually(t, "delivery", func() bool { return to.count("hello") == 1 })
		again := startNode(t, cfg, first.folder, to, false)
		eventually(t, "the first node has dropped what the second one has", func() bool {
			for range again.store.Leads(t.Context(), leads.Selection{}) {
				return false
			}
			return true
		})
		if n := to.count("hello"); n != 1 {
			t.Errorf("delivered %d times", n)
		}
		if found := copies(t, cfg); len(found) != 1 {
			t.Errorf("mirror %v, want one enquiry", found)
		}
	})
}

func TestEnquiryWhileTheMirrorIsAway(t *testing.T) {
	cfg := Config{Path: filepath.Join(t.TempDir(), "second", "enquiries.db")}
	to := &recipient{got: map[string]int{}}
	n := startNode(t, cfg, t.TempDir(), to, false)
	n.mirror.set(true)
	if !n.send(t, "hello").OneDisk {
		t.Error("the mirror is away, and the receipt does not say so")
	}
	eventually(t, "delivery while the mirror is away", func() bool { return to.count("hello") == 1 })
	if status, _ := n.MirrorStatus(); status.Up || status.Uncopied != 1 || status.OneDisk != 1 {
		t.Errorf("status %+v", status)
	}
	n.mirror.set(false)
	eventually(t, "a copy", func() bool { return len(copies(t, cfg)) == 1 })

	strict := startNode(t, cfg, t.TempDir(), to, true)
	strict.mirror.set(true)
	if _, err := strict.Submit(t.Context(), enquiry("strict")); !errors.Is(err, leads.ErrNotMirrored) {
		t.Errorf("required, mirror away: error %v, want ErrNotMirrored", err)
	}
	strict.mirror.set(false)
	eventually(t, "an acknowledgement of the same form", func() bool {
		receipt, err := strict.Submit(t.Context(), enquiry("strict"))
		return err == nil && !receipt.OneDisk
	})
	eventually(t, "one delivery", func() bool { return to.count("strict") == 1 })
}

func TestEqualEnquiryOnTwoNodesIsOne(t *testing.T) {
	eachPlace(t, func(t *testing.T, cfg Config) {
		to := &recipient{got: map[string]int{}}
		nodes := []*node{startNode(t, cfg, t.TempDir(), to, true), startNode(t, cfg, t.TempDir(), to, true)}
		var clicks sync.WaitGroup
		for _, n := range nodes {
			clicks.Go(func() { n.send(t, "double click") })
		}
		clicks.Wait()
		eventually(t, "delivery", func() bool { return to.count("double click") > 0 })
		time.Sleep(50 * time.Millisecond)
		if n := to.count("double click"); n != 1 {
			t.Errorf("delivered %d times", n)
		}
		if found := copies(t, cfg); len(found) != 1 {
			t.Errorf("mirror %v", found)
		}
	})
}

func TestErasureReachesBothPlaces(t *testing.T) {
	eachPlace(t, func(t *testing.T, cfg Config) {
		to := &recipient{got: map[string]int{}}
		n := startNode(t, cfg, t.TempDir(), to, true)
		n.send(t, "erase me")
		n.send(t, "old")
		n.send(t, "keep me")
		ids := map[string]int64{}
		for lead, err := range n.store.Leads(t.Context(), leads.Selection{}) {
			if err != nil {
				t.Fatal(err)
			}
			ids[lead.Message] = lead.ID
		}
		// On its own node.
		if _, err := n.store.Delete(t.Context(), ids["erase me"]); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the mirror forgets the enquiry", func() bool { return len(copies(t, cfg)) == 2 })
		// From another one.
		second := New(cfg)
		defer func() { _ = second.Close() }()
		name, err := n.store.NodeName(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		key, found, err := second.Find(t.Context(), name, ids["old"])
		if err != nil || !found {
			t.Fatal(found, err)
		}
		if err := second.Delete(t.Context(), "", key); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the node forgets the enquiry", func() bool {
			lead, err := n.store.Lead(t.Context(), ids["old"])
			return err == nil && lead == nil
		})
		// By the retention.
		if _, err := (leads.Files{Store: n.store, Mirror: second}).DeleteBefore(t.Context(), time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if found := copies(t, cfg); len(found) != 0 {
			t.Errorf("mirror after the retention: %v", found)
		}
	})
}

func TestOlderCopyOfTheFileLosesNothing(t *testing.T) {
	cfg := Config{Path: filepath.Join(t.TempDir(), "second", "enquiries.db")}
	to := &recipient{got: map[string]int{}}
	n := startNode(t, cfg, t.TempDir(), to, true)
	n.send(t, "before the backup")
	eventually(t, "delivery", func() bool { return to.count("before the backup") == 1 })
	n.stop()
	file := filepath.Join(n.folder, "leads.db")
	backup, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n = startNode(t, cfg, n.folder, to, true)
	n.send(t, "after the backup")
	eventually(t, "delivery", func() bool { return to.count("after the backup") == 1 })
	n.stop()
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Remove(file + suffix)
	}
	if err := os.WriteFile(file, backup, 0o600); err != nil {
		t.Fatal(err)
	}
	n = startNode(t, cfg, n.folder, to, true)
	n.send(t, "with the old file")
	want := []string{"before the backup", "after the backup", "with the old file"}
	eventually(t, "all enquiries are on the disk again", func() bool {
		found := map[string]bool{}
		for lead, err := range n.store.Leads(t.Context(), leads.Selection{}) {
			if err != nil {
				t.Fatal(err)
			}
			found[lead.Message] = true
		}
		return len(found) == len(want)
	})
	eventually(t, "delivery", func() bool { return to.count("with the old file") == 1 })
	found := copies(t, cfg)
	for _, message := range want {
		if found[message] == "" || to.count(message) != 1 {
			t.Errorf("%q: owner %q, delivered %d times", message, found[message], to.count(message))
		}
	}
}

func TestLostMirrorIsFilledAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "second", "enquiries.db")
	to := &recipient{got: map[string]int{}}
	n := startNode(t, Config{Path: path}, t.TempDir(), to, true)
	n.send(t, "hello")
	n.stop()
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	startNode(t, Config{Path: path}, n.folder, to, true)
	eventually(t, "a copy in the new mirror", func() bool { return len(copies(t, Config{Path: path})) == 1 })
	eventually(t, "delivery", func() bool { return to.count("hello") > 0 })
	if n := to.count("hello"); n != 1 {
		t.Errorf("delivered %d times", n)
	}
}
