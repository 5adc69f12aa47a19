package replica

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/store"
)

func TestPollFetchesAnEdit(t *testing.T) {
	h := newHarness(t, properties(1, 30), nil)
	h.reconcile()
	edited := property(7, time.Now().UTC().Truncate(time.Second))
	edited.Price.Amount = 777
	h.edit(func(b *store.Batch) error { return b.Put(edited) })
	if err := h.poll(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(h.get("properties", 7), content.Entity(edited)); diff != "" {
		t.Errorf("after a poll (-got +want):\n%s", diff)
	}
}

func TestPollRequestsOnlyWhatChanged(t *testing.T) {
	h := newHarness(t, properties(1, 250), nil)
	h.reconcile()
	seen := 0
	h.intercept(func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/properties") && r.URL.Query().Get("include") != "" {
			seen++
		}
		return false
	})
	if err := h.poll(); err != nil {
		t.Fatal(err)
	}
	if seen > 0 {
		t.Errorf("a poll fetched properties %d times, want 0: none had changed", seen)
	}
}

func TestOtherRatesOfCurrenciesFetchEverythingOnce(t *testing.T) {
	h := newHarness(t, properties(1, 30), nil)
	h.reconcile()
	fetched := func() (count int) {
		h.intercept(func(_ http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "/properties") && r.URL.Query().Get("include") != "" {
				count++
			}
			return false
		})
		h.reconcile()
		return count
	}
	if n := fetched(); n != 0 {
		t.Errorf("the same settings: %d requests", n)
	}
	h.restart(func(c *Config) { c.Decoding = "rates map[GBP:1.17]" })
	if n := fetched(); n == 0 {
		t.Error("prices of stored properties keep the former rates")
	}
	if n := fetched(); n != 0 {
		t.Errorf("after it: %d requests", n)
	}
}

func TestPollFindsAScheduledPostWithAnOldModificationTime(t *testing.T) {
	post := &content.Post{
		Head: content.Head{
			ID: 9, Type: content.TypePost, Lang: "en", Slug: "soon", Link: "/soon/", Status: content.StatusFuture,
			Date: time.Now().UTC().Truncate(time.Second), Modified: march4,
		},
		Title: "Soon",
	}
	h := newHarness(t, func(b *store.Batch) error { return b.Put(post) }, nil)
	h.reconcile()
	published := *post
	published.Status = content.StatusPublish
	h.edit(func(b *store.Batch) error { return b.Put(&published) })
	if err := h.poll(); err != nil {
		t.Fatal(err)
	}
	if h.get("posts", 9) == nil {
		t.Error("the scheduled post is missing")
	}
}

func TestPollFindsAnEditAfterTheCMSClockIsSetBack(t *testing.T) {
	h := newHarness(t, properties(1, 5), nil)
	// The clock of the CMS is three hours late after the first reconciliation.
	late := -3 * time.Hour
	h.intercept(func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Date", time.Unix(0, h.now.Load()).UTC().Format(http.TimeFormat))
		return false
	})
	h.reconcile()
	h.intercept(func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Date", time.Unix(0, h.now.Load()).Add(late).UTC().Format(http.TimeFormat))
		return false
	})
	h.now.Add(int64(time.Minute))
	edited := property(3, time.Unix(0, h.now.Load()).Add(late).UTC().Truncate(time.Second))
	h.edit(func(b *store.Batch) error { return b.Put(edited) })
	h.now.Add(int64(20 * time.Second))
	if err := h.poll(); err != nil {
		t.Fatal(err)
	}
	if got := content.HeadOf(h.get("properties", 3)).Modified; !got.Equal(edited.Modified) {
		t.Errorf("property 3 was modified at %v, want %v", got, edited.Modified)
	}
}

func TestFirstCopyContinuesAfterARestart(t *testing.T) {
	h := newHarness(t, properties(1, 200), func(c *Config) { c.BatchSize, c.MaxParallel = 20, 1 })
	chunks := 0
	h.intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("include") != "" {
			chunks++
		}
		if chunks > 4 { // the CMS goes down
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		return false
	})
	if err := h.replica.reconcile(t.Context()); err == nil {
		t.Fatal("reconcile succeeded, want an error")
	}
	if h.replica.Ready() {
		t.Error("the replica is ready with half a copy")
	}
	if got := h.count(content.TypeProperty); got != 80 {
		t.Errorf("%d properties, want 80", got)
	}
	h.restart(func(c *Config) { c.BatchSize, c.MaxParallel = 20, 1 })
	requests := 0
	h.intercept(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("include") != "" && strings.HasSuffix(r.URL.Path, "/properties") {
			requests++
		}
		return false
	})
	h.reconcile()
	if got := h.count(content.TypeProperty); got != 199 || !h.replica.Ready() {
		t.Errorf("%d properties, ready %v; want 199 and ready", got, h.replica.Ready())
	}
	if want := 6; requests != want {
		t.Errorf("%d requests for 20 properties each, want %d: the others were stored", requests, want)
	}
}

func TestSourceIsUnreachableBeforeTheFirstCopy(t *testing.T) {
	h := newHarness(t, properties(1, 5), nil)
	source := NewSource(h.replica, h.client)
	if _, err := source.BySlug(t.Context(), "en", "pages", "home"); !errors.Is(err, content.ErrUnreachable) {
		t.Errorf("BySlug before the first copy: %v, want ErrUnreachable", err)
	}
	h.reconcile()
	if found, err := source.BySlug(t.Context(), "en", "properties", "property-1"); err != nil || len(found) != 1 {
		t.Errorf("BySlug after the first copy: %d entities, %v; want one", len(found), err)
	}
}

func nothing(*store.Batch) error { return nil }

func TestAStoreOfOtherContentIsRefused(t *testing.T) {
	h := newHarness(t, properties(1, 5), nil)
	other := openStore(t, t.TempDir()+"/other.db")
	if err := other.Write(t.Context(), properties(1, 3)); err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), Config{Address: h.server.URL}, h.client, other); !errors.Is(err, ErrForeign) {
		t.Errorf("New on a store that is no replica: %v, want %v", err, ErrForeign)
	}
	if err := Adopt(t.Context(), other, h.server.URL); err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), Config{Address: h.server.URL}, h.client, other); err != nil {
		t.Errorf("New on an adopted store: %v", err)
	}
	if _, err := New(t.Context(), Config{Address: "https://other.test"}, h.client, other); !errors.Is(err, ErrForeign) {
		t.Errorf("New with another CMS: %v, want %v", err, ErrForeign)
	}
}

func TestAReconciliationWithoutChangesWritesNothing(t *testing.T) {
	h := newHarness(t, properties(1, 30), nil)
	h.reconcile()
	before := h.store.Generation()
	h.reconcile()
	if err := h.poll(); err != nil {
		t.Fatal(err)
	}
	if after := h.store.Generation(); after != before {
		changes, _ := h.store.RowsSince(t.Context(), before)
		t.Errorf("generation changed from %d to %d by %v", before, after, changes)
	}
}
