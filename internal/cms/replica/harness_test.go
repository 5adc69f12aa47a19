package replica

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/restapitest"
)

// harness is a CMS, simulated by the REST API over a store, and a replica of it.
type harness struct {
	t       *testing.T
	cms     *store.Store
	server  *httptest.Server
	store   *store.Store
	replica *Replica
	client  *wordpress.Client
	now     atomic.Int64 // clock of the replica, Unix nanoseconds

	// handler, when set, sees each request first and reports whether it has responded.
	handler atomic.Pointer[func(w http.ResponseWriter, r *http.Request) bool]
}

func openStore(t *testing.T, path string) *store.Store {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{Path: path, Authorize: contenttest.Authorize})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// newHarness starts a CMS with the content that fill writes, and an empty replica.
func newHarness(t *testing.T, fill func(*store.Batch) error, change func(*Config)) *harness {
	t.Helper()
	h := &harness{t: t, cms: openStore(t, filepath.Join(t.TempDir(), "cms.db"))}
	h.now.Store(time.Now().UnixNano())
	h.edit(fill)
	h.server = restapitest.ServeBehind(t, h.cms, func(api http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if handler := h.handler.Load(); handler != nil && (*handler)(w, r) {
				return
			}
			api.ServeHTTP(w, r)
		})
	})
	var err error
	h.client, err = wordpress.New(wordpress.Config{
		SiteURL: "https://www.example.test", CMSURL: h.server.URL, Transport: restapitest.OwnPictures(h.server.URL), Timeout: 2 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.store = openStore(t, filepath.Join(t.TempDir(), "replica.db"))
	h.restart(change)
	return h
}

// restart opens a new replica on the same store.
func (h *harness) restart(change func(*Config)) {
	h.t.Helper()
	cfg := Config{
		Address: h.server.URL, Log: slog.New(slog.DiscardHandler),
		Now:    func() time.Time { return time.Unix(0, h.now.Load()) },
		Jitter: func(d time.Duration) time.Duration { return d },
	}
	if change != nil {
		change(&cfg)
	}
	var err error
	if h.replica, err = New(h.t.Context(), cfg, h.client, h.store); err != nil {
		h.t.Fatal(err)
	}
}

// edit changes the content of the CMS.
func (h *harness) edit(fn func(*store.Batch) error) {
	h.t.Helper()
	if err := h.cms.Write(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// reconcile compares everything once and must succeed.
func (h *harness) reconcile() {
	h.t.Helper()
	if err := h.replica.reconcile(h.t.Context()); err != nil {
		h.t.Fatalf("reconcile: %v", err)
	}
}

// poll runs one poll.
func (h *harness) poll() error {
	return h.replica.comparer.poll(h.t.Context(), h.replica.loop.drainNotices)
}

// notify applies notices at once.
func (h *harness) notify(notices []Notice) error {
	return h.replica.applier.applyNotices(h.t.Context(), notices, h.replica.loop.drainNotices)
}

// intercept lets handler see each request to the CMS first; nil ends that.
func (h *harness) intercept(handler func(w http.ResponseWriter, r *http.Request) bool) {
	if handler == nil {
		h.handler.Store(nil)
		return
	}
	h.handler.Store(&handler)
}

func (h *harness) get(endpoint string, id int) content.Entity {
	h.t.Helper()
	entity, err := h.store.ByID(h.t.Context(), "en", endpoint, id, "")
	if err != nil {
		return nil
	}
	return entity
}

// property returns a published property.
func property(id int, modified time.Time) *content.Property {
	slug := "property-" + strconv.Itoa(id)
	return &content.Property{
		Head: content.Head{
			ID: id, Type: content.TypeProperty, Slug: slug, Link: "/properties/" + slug + "/", Status: content.StatusPublish,
			Date: modified, Modified: modified,
		},
		Reference: "R-" + strconv.Itoa(id), Title: i18n.Text{"en": "Property " + slug, "es": "Propiedad " + slug},
		Price: content.Price{Amount: 100_000 + id, Currency: "EUR", Mode: content.PriceSale},
	}
}

var march4 = time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)

// properties writes published properties with ids from from to to-1.
func properties(from, to int) func(*store.Batch) error {
	return func(b *store.Batch) error {
		for id := from; id < to; id++ {
			if err := b.Put(property(id, march4)); err != nil {
				return err
			}
		}
		return nil
	}
}

func (h *harness) count(t content.Type) int {
	h.t.Helper()
	stamps, err := h.store.Stamps(h.t.Context(), t)
	if err != nil {
		h.t.Fatal(err)
	}
	return len(stamps)
}

// includes reports whether a request names the id.
func includes(r *http.Request, id int) bool {
	for part := range strings.SplitSeq(r.URL.Query().Get("include"), ",") {
		if part == strconv.Itoa(id) {
			return true
		}
	}
	return false
}
