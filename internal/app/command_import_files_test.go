package app

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/store"
)

// The host answers the first request for busy.jpg with 503, and has no lost.jpg.
func TestImportAsksABusyHostAgain(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		first := !slices.Contains(asked, r.URL.Path)
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		switch {
		case strings.HasSuffix(r.URL.Path, "/lost.jpg"):
			http.NotFound(w, r)
		case strings.HasSuffix(r.URL.Path, "/busy.jpg") && first:
			http.Error(w, "try later", http.StatusServiceUnavailable)
		default:
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = io.WriteString(w, "a picture")
		}
	}))
	defer host.Close()
	s, err := config.Flags{Data: t.TempDir(), CMSURL: host.URL, CMSMode: config.ModeReplica}.Load(config.Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), s.StoreConfig())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var text strings.Builder
	for _, name := range []string{"busy", "house", "garden", "lost"} {
		fmt.Fprintf(&text, `<img src="%s/wp-content/uploads/%s.jpg" alt="">`, host.URL, name)
	}
	day := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	write(t, st, func(b *store.Batch) error {
		return b.Put(&content.Post{
			Head:    content.Head{ID: 1, Type: content.TypePost, Lang: "en", Slug: "house", Link: "/house/", Status: content.StatusPublish, Date: day, Modified: day},
			Title:   "A house",
			Content: content.UnsafeHTML(text.String()),
		})
	})

	files, err := importFiles(t.Context(), s, st)
	if err != nil {
		t.Fatal(err)
	}
	if files.imported != 3 || len(files.problems) != 1 || !strings.Contains(files.problems[0], "lost.jpg") {
		t.Errorf("imported %d files with problems %q, want 3 and lost.jpg", files.imported, files.problems)
	}
	slices.Sort(asked)
	if want := []string{"busy", "busy", "garden", "house", "lost"}; !slices.EqualFunc(asked, want, func(path, name string) bool { return strings.HasSuffix(path, "/"+name+".jpg") }) {
		t.Errorf("requests %v, want %v", asked, want)
	}
}
