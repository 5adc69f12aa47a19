package replica

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

func TestAnEditIsTakenByTheNextPoll(t *testing.T) {
	g := newRig(t, homes(1, 30), nil)
	g.pass()
	edited := home(7, time.Now().UTC().Truncate(time.Second))
	edited.Price.Amount = 777
	g.edit(func(b *store.Batch) error { return b.Put(edited) })
	if err := g.replica.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(g.get("properties", 7), content.Entity(edited)); diff != "" {
		t.Errorf("after a poll (-got +want):\n%s", diff)
	}
}

func TestAPollAsksForWhatChangedAndNotForEverything(t *testing.T) {
	g := newRig(t, homes(1, 250), nil)
	g.pass()
	seen := 0
	g.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/properties") && r.URL.Query().Get("include") != "" {
			seen++
		}
		return false
	})
	if err := g.replica.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if seen > 0 {
		t.Errorf("a poll took homes %d times though none had changed", seen)
	}
}

func TestAPlannedPostAppearsThoughItsModificationIsOld(t *testing.T) {
	post := &content.Post{
		Head: content.Head{
			ID: 9, Type: content.TypePost, Lang: "en", Slug: "soon", Link: "/soon/", Status: content.StatusFuture,
			Date: time.Now().UTC().Truncate(time.Second), Modified: aDay,
		},
		Title: "Soon",
	}
	g := newRig(t, func(b *store.Batch) error { return b.Put(post) }, nil)
	g.pass()
	published := *post
	published.Status = content.StatusPublish
	g.edit(func(b *store.Batch) error { return b.Put(&published) })
	if err := g.replica.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if g.get("posts", 9) == nil {
		t.Error("the planned post is not there")
	}
}

func TestAClockThatIsSetBackLosesNoEdit(t *testing.T) {
	g := newRig(t, homes(1, 5), nil)
	// The CMS's clock is three hours late from the second pass on.
	late := -3 * time.Hour
	g.breaks(func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Date", time.Unix(0, g.now.Load()).UTC().Format(http.TimeFormat))
		return false
	})
	g.pass()
	g.breaks(func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Date", time.Unix(0, g.now.Load()).Add(late).UTC().Format(http.TimeFormat))
		return false
	})
	g.now.Add(int64(time.Minute))
	edited := home(3, time.Unix(0, g.now.Load()).Add(late).UTC().Truncate(time.Second))
	g.edit(func(b *store.Batch) error { return b.Put(edited) })
	g.now.Add(int64(20 * time.Second))
	if err := g.replica.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := content.HeadOf(g.get("properties", 3)).Modified; !got.Equal(edited.Modified) {
		t.Errorf("home 3 was changed at %v, want %v", got, edited.Modified)
	}
}

func TestAFirstCopyGoesOnAfterARestart(t *testing.T) {
	g := newRig(t, homes(1, 200), func(c *Config) { c.BatchSize, c.MaxParallel = 20, 1 })
	chunks := 0
	g.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("include") != "" {
			chunks++
		}
		if chunks > 4 { // the CMS goes away
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		return false
	})
	if err := g.replica.reconcile(t.Context()); err == nil {
		t.Fatal("no failure was told")
	}
	if g.replica.Ready() {
		t.Error("half a copy counts as ready")
	}
	if got := g.count(content.TypeProperty); got != 80 {
		t.Errorf("%d homes are there, want 80", got)
	}
	g.restart(func(c *Config) { c.BatchSize, c.MaxParallel = 20, 1 })
	again := 0
	g.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("include") != "" && strings.HasSuffix(r.URL.Path, "/properties") {
			again++
		}
		return false
	})
	g.pass()
	if got := g.count(content.TypeProperty); got != 199 || !g.replica.Ready() {
		t.Errorf("%d homes, ready %v; want 199 and ready", got, g.replica.Ready())
	}
	if want := 6; again != want {
		t.Errorf("it asked %d times for twenty homes, want %d: the rest was there", again, want)
	}
}

func TestWhatTheSourceSaysBeforeTheFirstCopy(t *testing.T) {
	g := newRig(t, homes(1, 5), nil)
	source := NewSource(g.replica, g.client)
	if _, err := source.BySlug(t.Context(), "en", "pages", "home"); !errors.Is(err, content.ErrUnreachable) {
		t.Errorf("a page before the first copy gives %v; want an outage, not a missing page", err)
	}
	g.pass()
	if found, err := source.BySlug(t.Context(), "en", "properties", "home-1"); err != nil || len(found) != 1 {
		t.Errorf("after it: %d entities, %v; want one", len(found), err)
	}
}

func TestOneBadEntityKeepsBackNothingElse(t *testing.T) {
	for name, bad := range map[string]func(http.ResponseWriter){
		"a failure of PHP": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = fmt.Fprint(w, "<html>Fatal error</html>")
		},
		"a page in place of data": func(w http.ResponseWriter) { _, _ = fmt.Fprint(w, "<html>Welcome</html>") },
		"an object in place of a list": func(w http.ResponseWriter) {
			_, _ = fmt.Fprint(w, `{"id":13,"type":"properties"}`)
		},
		"a body that is cut": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "5000")
			_, _ = fmt.Fprint(w, `[{"id":13,`)
		},
		"wrong types": func(w http.ResponseWriter) {
			_, _ = fmt.Fprint(w, `[{"id":13,"type":"properties","status":"publish","slug":["x"],"link":{},"title":7,"price":[[]],"gallery":"no"}]`)
		},
		"another type": func(w http.ResponseWriter) {
			_, _ = fmt.Fprint(w, `[{"id":13,"type":"page","status":"publish","slug":"x","link":"https://www.example.test/x/"}]`)
		},
		"an endless body": func(w http.ResponseWriter) {
			for range 20 {
				if _, err := fmt.Fprint(w, strings.Repeat(" ", 1<<20)); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := newRig(t, homes(1, 41), nil)
			g.breaks(func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "/properties") || !includes(r, 13) {
					return false
				}
				bad(w)
				return true
			})
			if name == "wrong types" || name == "another type" {
				// These come along with others, who are fine.
				g.replica.cfg.BatchSize = 1
			}
			g.pass()
			if got := g.count(content.TypeProperty); got != 39 {
				t.Errorf("%d homes are there, want 39", got)
			}
			failed := g.replica.Status().Failed
			if len(failed) != 1 || failed[0].Type != "properties" || failed[0].ID != 13 || failed[0].Reason == "" {
				t.Fatalf("failed are %+v, want home 13 with a reason", failed)
			}
			if !g.replica.Ready() {
				t.Error("one bad home keeps the site back")
			}
			g.breaks(nil)
			g.now.Add(int64(2 * time.Minute))
			if err := g.replica.poll(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := g.count(content.TypeProperty); got != 40 || len(g.replica.Status().Failed) != 0 {
				t.Errorf("later %d homes, failed %v; want 40 and none", got, g.replica.Status().Failed)
			}
		})
	}
}

func TestAnOutageBlamesNoEntity(t *testing.T) {
	g := newRig(t, homes(1, 60), nil)
	g.pass()
	g.edit(homes(60, 70))
	var down atomic.Bool
	g.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		if down.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return true
		}
		down.Store(strings.HasSuffix(r.URL.Path, "/ids") && r.URL.Query().Get("type") == "properties") // the last answer
		return false
	})
	if err := g.replica.reconcile(t.Context()); err == nil {
		t.Fatal("no failure is told")
	}
	for _, failed := range g.replica.Status().Failed {
		if failed.ID != 0 {
			t.Errorf("an outage is blamed on %+v", failed)
		}
	}
	if got := g.count(content.TypeProperty); got != 59 {
		t.Errorf("%d homes, want the 59 that were there", got)
	}
}

func TestAnEntityComesWithWhatItNeeds(t *testing.T) {
	g := newRig(t, nothing, nil)
	g.pass()
	g.edit(func(b *store.Batch) error {
		return errors.Join(
			b.PutAuthor(&content.Author{ID: 5, Slug: "ana", Name: "Ana", Link: "/author/ana/"}),
			b.PutTerm(&content.Term{ID: 21, Taxonomy: "category", Slug: "market", Name: i18n.Text{"en": "Market"}, Lang: "en", Link: "/category/market/"}),
			b.Put(&content.Post{
				Head: content.Head{
					ID: 8, Type: content.TypePost, Lang: "en", Slug: "new", Link: "/new/", Status: content.StatusPublish, Date: aDay, Modified: aDay,
				},
				Title: "New", Author: 5, Categories: []int{21},
			}),
		)
	})
	// Whoever sees the post must find its author and category already.
	var missing []string
	cancel := g.store.Subscribe(func(uint64) error {
		stamps, _ := g.store.Stamps(context.Background(), content.TypePost)
		changes, _ := g.store.ChangesSince(context.Background(), 0)
		kinds := map[content.Type]bool{}
		for _, change := range changes {
			kinds[change.Ref.Type] = true
		}
		if len(stamps) > 0 && (!kinds[content.TypeAuthor] || !kinds["category"]) {
			missing = append(missing, fmt.Sprint(kinds))
		}
		return nil
	})
	defer cancel()
	if err := g.replica.look(t.Context(), []Notice{{"posts", 8}}); err != nil {
		t.Fatal(err)
	}
	if g.get("posts", 8) == nil || len(missing) > 0 {
		t.Errorf("post %v; committed without its companions: %v", g.get("posts", 8), missing)
	}
}

func nothing(*store.Batch) error { return nil }

func TestAStoreOfOtherContentIsRefused(t *testing.T) {
	g := newRig(t, homes(1, 5), nil)
	other := openStore(t, t.TempDir()+"/other.db")
	if err := other.Write(t.Context(), homes(1, 3)); err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), Config{Address: g.server.URL}, g.client, other); !errors.Is(err, ErrForeign) {
		t.Errorf("a store of its own gives %v, want %v", err, ErrForeign)
	}
	if err := Adopt(t.Context(), other, g.server.URL); err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), Config{Address: g.server.URL}, g.client, other); err != nil {
		t.Errorf("adopted: %v", err)
	}
	if _, err := New(t.Context(), Config{Address: "https://elsewhere.test"}, g.client, other); !errors.Is(err, ErrForeign) {
		t.Errorf("another CMS gives %v, want %v", err, ErrForeign)
	}
}

func TestAPassWithoutChangesMovesNothing(t *testing.T) {
	g := newRig(t, homes(1, 30), nil)
	g.pass()
	before := g.store.Generation()
	g.pass()
	if err := g.replica.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := g.store.Generation(); after != before {
		changes, _ := g.store.ChangesSince(t.Context(), before)
		t.Errorf("generation went from %d to %d by %v", before, after, changes)
	}
}
