package replica

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/restapitest"
)

// pageCache is a cache before a CMS. It answers each address from memory, for ever.
type pageCache struct {
	next http.Handler
	// key returns the key of a request; "" is not cached.
	key func(r *http.Request) string

	mu      sync.Mutex
	entries map[string]*httptest.ResponseRecorder
}

func (c *pageCache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := c.key(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	entry := c.entries[key]
	if entry == nil || key == "" {
		entry = httptest.NewRecorder()
		c.next.ServeHTTP(entry, r)
		c.entries[key] = entry
	}
	for name, values := range entry.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(entry.Code)
	_, _ = bytes.NewReader(entry.Body.Bytes()).WriteTo(w)
}

// behindCache puts a page cache between the CMS of a harness and a new replica.
func behindCache(t *testing.T, key func(r *http.Request) string) *harness {
	t.Helper()
	h := newHarness(t, properties(1, 5), nil)
	target := h.server.Config.Handler
	cache := httptest.NewServer(&pageCache{next: target, key: key, entries: map[string]*httptest.ResponseRecorder{}})
	t.Cleanup(cache.Close)
	var requests atomic.Int64
	client, err := wordpress.New(wordpress.Config{
		SiteURL: "https://www.example.test", CMSURL: cache.URL, Transport: restapitest.OwnPictures(h.server.URL), Timeout: 2 * time.Second,
		CacheKey: func() string { return strconv.FormatInt(requests.Add(1), 36) },
	})
	if err != nil {
		t.Fatal(err)
	}
	h.client = client
	h.restart(nil)
	h.reconcile()
	return h
}

func (h *harness) editPrice(amount int, modified time.Time) {
	h.t.Helper()
	edited := property(3, modified)
	edited.Price.Amount = amount
	h.edit(func(b *store.Batch) error { return b.Put(edited) })
}

// cacheProblems are the problems of caches.
func (h *harness) cacheProblems() []wordpress.Problem {
	return slices.DeleteFunc(h.client.Problems(), func(p wordpress.Problem) bool { return p.Kind != wordpress.ProblemCache })
}

func (h *harness) price() int { return h.get("properties", 3).(*content.Property).Price.Amount }

func TestEditsArriveThroughAPageCache(t *testing.T) {
	for name, key := range map[string]func(r *http.Request) string{
		"by address": func(r *http.Request) string { return r.URL.RequestURI() },
		"respects no-cache": func(r *http.Request) string {
			if r.Header.Get("Cache-Control") == "no-cache" {
				return ""
			}
			return r.URL.Path
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := behindCache(t, key)
			for amount := 701; amount < 704; amount++ {
				h.editPrice(amount, march4.Add(time.Duration(amount)*time.Minute))
				h.reconcile()
				if got := h.price(); got != amount {
					t.Errorf("price %d, want %d", got, amount)
				}
			}
			if problems := h.cacheProblems(); len(problems) > 0 {
				t.Errorf("problems %+v, want none", problems)
			}
		})
	}
}

func TestStaleAnswerIsReportedAndRequestedAgain(t *testing.T) {
	var repaired atomic.Bool
	h := behindCache(t, func(r *http.Request) string {
		if r.URL.Query().Get("include") == "" || repaired.Load() {
			return "" // lists are not cached
		}
		return strings.Split(r.URL.RequestURI(), "&estate_nocache")[0]
	})
	h.editPrice(701, march4.Add(time.Hour))
	// The first answer after the edit is for this entity alone, and is cached.
	h.reconcile()
	h.editPrice(702, march4.Add(2*time.Hour))
	h.reconcile()
	if got := h.price(); got != 701 {
		t.Fatalf("price %d, want the stored 701: the answer is stale", got)
	}
	status := h.replica.Status()
	if len(status.Failed) != 1 || status.Failed[0].ID != 3 || !strings.Contains(status.Failed[0].Reason, "older version") {
		t.Errorf("failed %+v, want property 3", status.Failed)
	}
	problems := h.cacheProblems()
	if len(problems) != 1 || !strings.Contains(problems[0].Remedy, "/wp-json/") {
		t.Errorf("problems %+v, want the cache", problems)
	}
	repaired.Store(true)
	h.now.Add(int64(2 * time.Hour))
	if err := h.poll(); err != nil {
		t.Fatal(err)
	}
	if got := h.price(); got != 702 || len(h.replica.Status().Failed) != 0 {
		t.Errorf("price %d, failed %+v; want 702 after the backoff", got, h.replica.Status().Failed)
	}
}
