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

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/restapitest"
	"estate/internal/wordpress"
)

// rig is a CMS, which is our own REST API over a store, and a replica of it.
type rig struct {
	t       *testing.T
	cms     *store.Store
	server  *httptest.Server
	store   *store.Store
	replica *Replica
	client  *wordpress.Client
	now     atomic.Int64 // of the replica, Unix nanoseconds

	// answer, when set, may answer a request in place of the CMS.
	answer atomic.Pointer[func(w http.ResponseWriter, r *http.Request) bool]
	asked  atomic.Int64
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

// newRig starts a CMS that holds what fill writes, and an empty replica.
func newRig(t *testing.T, fill func(*store.Batch) error, change func(*Config)) *rig {
	t.Helper()
	g := &rig{t: t, cms: openStore(t, filepath.Join(t.TempDir(), "cms.db"))}
	g.now.Store(time.Now().UnixNano())
	g.edit(fill)
	g.server = restapitest.ServeBehind(t, g.cms, func(api http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			g.asked.Add(1)
			if answer := g.answer.Load(); answer != nil && (*answer)(w, r) {
				return
			}
			api.ServeHTTP(w, r)
		})
	})
	var err error
	g.client, err = wordpress.New(wordpress.Config{
		SiteURL: "https://www.example.test", CMSURL: g.server.URL, Transport: restapitest.OwnPictures(g.server.URL), Timeout: 2 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	g.store = openStore(t, filepath.Join(t.TempDir(), "replica.db"))
	g.restart(change)
	return g
}

// restart is the same store under a new replica.
func (g *rig) restart(change func(*Config)) {
	g.t.Helper()
	cfg := Config{
		Address: g.server.URL, Log: slog.New(slog.DiscardHandler),
		Now:    func() time.Time { return time.Unix(0, g.now.Load()) },
		Jitter: func(d time.Duration) time.Duration { return d },
	}
	if change != nil {
		change(&cfg)
	}
	var err error
	if g.replica, err = New(g.t.Context(), cfg, g.client, g.store); err != nil {
		g.t.Fatal(err)
	}
}

// edit changes the CMS.
func (g *rig) edit(fn func(*store.Batch) error) {
	g.t.Helper()
	if err := g.cms.Write(g.t.Context(), fn); err != nil {
		g.t.Fatal(err)
	}
}

// pass has everything compared.
func (g *rig) pass() {
	g.t.Helper()
	if err := g.replica.reconcile(g.t.Context()); err != nil {
		g.t.Fatalf("compare: %v", err)
	}
}

// breaks has answer take the place of the CMS; nil ends that.
func (g *rig) breaks(answer func(w http.ResponseWriter, r *http.Request) bool) {
	if answer == nil {
		g.answer.Store(nil)
		return
	}
	g.answer.Store(&answer)
}

func (g *rig) get(endpoint string, id int) content.Entity {
	g.t.Helper()
	entity, err := g.store.ByID(g.t.Context(), "en", endpoint, id, "")
	if err != nil {
		return nil
	}
	return entity
}

// home is a published home.
func home(id int, modified time.Time) *content.Property {
	slug := "home-" + strconv.Itoa(id)
	return &content.Property{
		Head: content.Head{
			ID: id, Type: content.TypeProperty, Slug: slug, Link: "/properties/" + slug + "/", Status: content.StatusPublish,
			Date: modified, Modified: modified,
		},
		Reference: "R-" + strconv.Itoa(id), Title: i18n.Text{"en": "Home " + slug, "es": "Casa " + slug},
		Price: content.Price{Amount: 100_000 + id, Currency: "EUR", Mode: content.PriceSale},
	}
}

var aDay = time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)

// homes writes many published homes.
func homes(from, to int) func(*store.Batch) error {
	return func(b *store.Batch) error {
		for id := from; id < to; id++ {
			if err := b.Put(home(id, aDay)); err != nil {
				return err
			}
		}
		return nil
	}
}

func (g *rig) count(t content.Type) int {
	g.t.Helper()
	stamps, err := g.store.Stamps(g.t.Context(), t)
	if err != nil {
		g.t.Fatal(err)
	}
	return len(stamps)
}

// includes reports whether a request asks for one of the ids.
func includes(r *http.Request, id int) bool {
	for part := range strings.SplitSeq(r.URL.Query().Get("include"), ",") {
		if part == strconv.Itoa(id) {
			return true
		}
	}
	return false
}
