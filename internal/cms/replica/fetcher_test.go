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

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

func TestABadEntityDelaysNoOther(t *testing.T) {
	for name, bad := range map[string]func(http.ResponseWriter){
		"PHP fatal error": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = fmt.Fprint(w, "<html>Fatal error</html>")
		},
		"HTML instead of JSON": func(w http.ResponseWriter) { _, _ = fmt.Fprint(w, "<html>Welcome</html>") },
		"object instead of a list": func(w http.ResponseWriter) {
			_, _ = fmt.Fprint(w, `{"id":13,"type":"properties"}`)
		},
		"truncated body": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "5000")
			_, _ = fmt.Fprint(w, `[{"id":13,`)
		},
		"wrong types": func(w http.ResponseWriter) {
			_, _ = fmt.Fprint(w, `[{"id":13,"type":"properties","status":"publish","slug":["x"],"link":{},"title":7,"price":[[]],"gallery":"no"}]`)
		},
		"type of another endpoint": func(w http.ResponseWriter) {
			_, _ = fmt.Fprint(w, `[{"id":13,"type":"page","status":"publish","slug":"x","link":"https://www.example.test/x/"}]`)
		},
		"body without end": func(w http.ResponseWriter) {
			for range 20 {
				if _, err := fmt.Fprint(w, strings.Repeat(" ", 1<<20)); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t, properties(1, 41), nil)
			h.intercept(func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "/properties") || !includes(r, 13) {
					return false
				}
				bad(w)
				return true
			})
			if name == "wrong types" || name == "type of another endpoint" {
				// The other entities of the batch would be lost with it.
				h.replica.comparer.fetcher.batchSize = 1
			}
			h.reconcile()
			if got := h.count(content.TypeProperty); got != 39 {
				t.Errorf("%d properties, want 39", got)
			}
			failed := h.replica.Status().Failed
			if len(failed) != 1 || failed[0].Type != "properties" || failed[0].ID != 13 || failed[0].Reason == "" {
				t.Fatalf("failures are %+v, want property 13 with a reason", failed)
			}
			if !h.replica.Ready() {
				t.Error("the replica is not ready because of one bad property")
			}
			h.intercept(nil)
			h.now.Add(int64(2 * time.Minute))
			if err := h.poll(); err != nil {
				t.Fatal(err)
			}
			if got := h.count(content.TypeProperty); got != 40 || len(h.replica.Status().Failed) != 0 {
				t.Errorf("after the retry: %d properties, failures %v; want 40 and none", got, h.replica.Status().Failed)
			}
		})
	}
}

func TestAnOutageRecordsNoEntityFailure(t *testing.T) {
	h := newHarness(t, properties(1, 60), nil)
	h.reconcile()
	h.edit(properties(60, 70))
	var down atomic.Bool
	h.intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if down.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return true
		}
		down.Store(strings.HasSuffix(r.URL.Path, "/ids") && r.URL.Query().Get("type") == "properties") // the last response
		return false
	})
	if err := h.replica.reconcile(t.Context()); err == nil {
		t.Fatal("reconcile succeeded, want an error")
	}
	for _, failed := range h.replica.Status().Failed {
		if failed.ID != 0 {
			t.Errorf("an outage is recorded as a failure of %+v", failed)
		}
	}
	if got := h.count(content.TypeProperty); got != 59 {
		t.Errorf("%d properties, want the 59 stored ones", got)
	}
}

func TestAnEntityIsStoredWithWhatItReferences(t *testing.T) {
	h := newHarness(t, nothing, nil)
	h.reconcile()
	h.edit(func(b *store.Batch) error {
		return errors.Join(
			b.PutAuthor(&content.Author{ID: 5, Slug: "ana", Name: "Ana", Link: "/author/ana/"}),
			b.PutTerm(&content.Term{ID: 21, Taxonomy: "category", Slug: "market", Name: i18n.Text{"en": "Market"}, Lang: "en", Link: "/category/market/"}),
			b.Put(&content.Post{
				Head: content.Head{
					ID: 8, Type: content.TypePost, Lang: "en", Slug: "new", Link: "/new/", Status: content.StatusPublish, Date: march4, Modified: march4,
				},
				Title: "New", Author: 5, Categories: []int{21},
			}),
		)
	})
	// A reader that sees the post must find its author and category.
	var missing []string
	cancel := h.store.Subscribe(func(uint64) error {
		stamps, _ := h.store.Stamps(context.Background(), content.TypePost)
		_, err := h.store.Author(context.Background(), "en", 5)
		categories, _ := h.store.Terms(context.Background(), "en", "categories")
		if len(stamps) > 0 && (err != nil || len(categories) == 0) {
			missing = append(missing, fmt.Sprintf("author: %v, categories: %v", err, categories))
		}
		return nil
	})
	defer cancel()
	if err := h.notify([]Notice{{"posts", 8}}); err != nil {
		t.Fatal(err)
	}
	if h.get("posts", 8) == nil || len(missing) > 0 {
		t.Errorf("post %v; committed without its references: %v", h.get("posts", 8), missing)
	}
}

func TestAChangedImageUpdatesThePropertiesThatShowIt(t *testing.T) {
	picture := func(alt string) content.Image {
		return content.Image{ID: 70, URL: "/media/sea.jpg", Width: 800, Height: 600, Alt: i18n.Text{"en": alt, "es": alt}}
	}
	media := func(alt string, modified time.Time) *content.Media {
		return &content.Media{
			Head: content.Head{
				ID: 70, Type: content.TypeAttachment, Slug: "sea", Link: "/sea/", Status: content.StatusPublish, Date: march4, Modified: modified,
			},
			Image: picture(alt), Mime: "image/jpeg",
		}
	}
	showing := func(alt string) *content.Property {
		one := property(1, march4)
		one.Gallery = []content.Image{picture(alt)}
		one.Featured = &one.Gallery[0]
		return one
	}
	h := newHarness(t, func(b *store.Batch) error { return errors.Join(b.Put(media("Sea", march4)), b.Put(showing("Sea"))) }, nil)
	h.reconcile()
	// WordPress copies the image into the property, whose modification time stays.
	h.edit(func(b *store.Batch) error {
		return errors.Join(b.Put(media("The bay", march4.Add(time.Hour))), b.Put(showing("The bay")))
	})
	if err := h.notify([]Notice{{"media", 70}}); err != nil {
		t.Fatal(err)
	}
	if got := h.get("properties", 1).(*content.Property).Gallery[0].Alt["en"]; got != "The bay" {
		t.Errorf("the alternative text of the property's image is %q, want The bay", got)
	}
}
