package cdn

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"estate/internal/platform/backoff"
	"estate/internal/platform/signature"
)

// pending is a queue of changes in memory.
type pending struct {
	mu   sync.Mutex
	keys []string
}

func (p *pending) add(keys ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = append(p.keys, keys...)
}

func (p *pending) left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.keys)
}

func (p *pending) Pending(context.Context) ([]string, func(context.Context) error, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.keys)
	return slices.Clone(p.keys), func(context.Context) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.keys = p.keys[n:]
		return nil
	}, nil
}

// receiver is a CDN that fails the first requests.
type receiver struct {
	failures int
	requests chan []string // keys of requests that succeeded
	header   chan http.Header
	mu       sync.Mutex
}

func (c *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var sent map[string][]string
	signed := signature.Verify(r.Header.Get(signature.Header), "a secret of the test", time.Now(), time.Hour, body)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := json.Unmarshal(body, &sent); err != nil || !signed || c.failures > 0 {
		c.failures--
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	c.header <- r.Header
	c.requests <- sent["tags"]
}

func startPurger(t *testing.T, c *receiver, changes Changes, change func(*Config)) *Purger {
	t.Helper()
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	cfg := Config{
		URL: server.URL + "/purge", Field: "tags", KeyHeader: "Cache-Tag", Token: "the token", Secret: "a secret of the test",
		Retry: backoff.Policy{Initial: time.Millisecond}, Repeat: time.Hour, Collect: time.Microsecond, Log: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&cfg)
	}
	purger, err := NewPurger(cfg, changes)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = purger.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return purger
}

func newReceiver(failures int) *receiver {
	return &receiver{failures: failures, requests: make(chan []string, 100), header: make(chan http.Header, 100)}
}

func TestAPurgeIsRetriedUntilItSucceeds(t *testing.T) {
	cdn, changes := newReceiver(3), &pending{}
	changes.add("properties-7", "list-properties", "properties-7")
	startPurger(t, cdn, changes, nil)
	if keys := <-cdn.requests; !slices.Equal(keys, []string{"list-properties", "properties-7"}) {
		t.Errorf("purged %v", keys)
	}
	header := <-cdn.header
	if header.Get("Cache-Tag") != "list-properties,properties-7" || header.Get("Authorization") != "Bearer the token" {
		t.Errorf("headers %v", header)
	}
}

func TestAChangeWakesThePurger(t *testing.T) {
	cdn, changes := newReceiver(0), &pending{}
	purger := startPurger(t, cdn, changes, nil)
	for i := range 3 {
		changes.add("properties-" + strconv.Itoa(i))
		purger.Wake()
		if keys := <-cdn.requests; keys[0] != "properties-"+strconv.Itoa(i) {
			t.Fatalf("change %d: purged %v", i, keys)
		}
	}
}

// A response that was made before a change may reach the cache after the first purge.
func TestAPurgeIsRepeated(t *testing.T) {
	cdn, changes := newReceiver(0), &pending{}
	changes.add("post-1")
	startPurger(t, cdn, changes, func(c *Config) { c.Repeat = time.Millisecond })
	for range 2 {
		if keys := <-cdn.requests; !slices.Equal(keys, []string{"post-1"}) {
			t.Errorf("purged %v", keys)
		}
	}
	if changes.left() > 0 {
		t.Error("the changes are still pending")
	}
}

func TestManyKeysAreSentInParts(t *testing.T) {
	cdn, changes := newReceiver(0), &pending{}
	for i := range 2*maxRequestKeys + 1 {
		changes.add("properties-" + strconv.Itoa(i))
	}
	startPurger(t, cdn, changes, nil)
	for _, want := range []int{maxRequestKeys, maxRequestKeys, 1} {
		if keys := <-cdn.requests; len(keys) != want {
			t.Errorf("%d keys in a request, want %d", len(keys), want)
		}
	}
}

func TestTooManyKeysPurgeTheSite(t *testing.T) {
	cdn, changes := newReceiver(0), &pending{}
	for i := range maxKeys + 1 {
		changes.add("properties-" + strconv.Itoa(i))
	}
	startPurger(t, cdn, changes, nil)
	if keys := <-cdn.requests; !slices.Equal(keys, []string{KeySite}) {
		t.Errorf("purged %d keys", len(keys))
	}
}

func TestKeysNameEntities(t *testing.T) {
	if key := EntityKey("properties", 7); key != "properties-7" {
		t.Error(key)
	}
	if value := JoinKeys("Surrogate-Key", []string{"a", "b"}); value != "a b" {
		t.Error(value)
	}
}

func TestAPurgeNeedsAnEncryptedConnection(t *testing.T) {
	for address, valid := range map[string]bool{
		"https://api.example.com/purge": true, "http://127.0.0.1:9/purge": true, "http://10.0.0.3/": true,
		"http://api.example.com/purge": false, "ftp://example.com/": false, "": false,
	} {
		if _, err := NewPurger(Config{URL: address}, &pending{}); (err == nil) != valid {
			t.Errorf("%q: %v", address, errors.Join(err))
		}
	}
}
