package instagram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
)

// network is a fake of Instagram: feed, pictures, renewed tokens.
type network struct {
	*httptest.Server
	feed     any
	status   int
	picture  []byte
	requests []string // paths, in order
	tokens   []string // of the requests for the feed
	renewals int
}

func newNetwork(t *testing.T) *network {
	t.Helper()
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 640, 480)), nil); err != nil {
		t.Fatal(err)
	}
	n := &network{status: http.StatusOK, picture: picture.Bytes()}
	n.Server = httptest.NewServer(http.HandlerFunc(n.serve))
	t.Cleanup(n.Close)
	n.feed = map[string]any{"data": []any{n.post("1"), n.post("2")}}
	return n
}

func (n *network) post(id string) map[string]any {
	return map[string]any{
		"id": id, "caption": "Caption " + id, "media_type": "IMAGE", "media_url": n.URL + "/pictures/" + id + ".jpg?oh=signed",
		"permalink": "https://www.instagram.com/p/" + id + "/",
	}
}

func (n *network) serve(w http.ResponseWriter, r *http.Request) {
	n.requests = append(n.requests, r.URL.Path)
	switch {
	case r.URL.Path == "/refresh_access_token":
		n.renewals++
		fmt.Fprintf(w, `{"access_token":"renewed-%d","expires_in":5184000}`, n.renewals)
	case strings.HasPrefix(r.URL.Path, "/pictures/"):
		if r.URL.RawQuery != "oh=signed" {
			http.Error(w, "the signature is missing", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(n.picture)
	default:
		n.tokens = append(n.tokens, r.URL.Query().Get("access_token"))
		w.WriteHeader(n.status)
		_ = json.NewEncoder(w).Encode(n.feed)
	}
}

// fixture is a Refresher and what it stored.
type fixture struct {
	*Refresher
	cfg    Config
	stored []content.InstagramPost
	saved  int
	log    *bytes.Buffer
	now    time.Time
}

func newFixture(t *testing.T, n *network, change func(*Config)) *fixture {
	t.Helper()
	h := &fixture{log: &bytes.Buffer{}, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	h.cfg = Config{
		URL: n.URL + "/me/media?fields=id", Token: "configured", Originals: t.TempDir(), TokenFile: filepath.Join(t.TempDir(), "token"),
		Log: slog.New(slog.NewTextHandler(h.log, nil)), Now: func() time.Time { return h.now },
	}
	if change != nil {
		change(&h.cfg)
	}
	refresher, err := New(h.cfg, func(_ context.Context, feed []content.InstagramPost) error {
		h.saved++
		h.stored = feed
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Refresher = refresher
	return h
}

func TestFeedIsStoredWithLocalPictures(t *testing.T) {
	n := newNetwork(t)
	film := n.post("film")
	film["media_type"], film["media_url"], film["thumbnail_url"] = "VIDEO", n.URL+"/film.mp4", n.URL+"/pictures/still.jpg?oh=signed"
	n.feed = map[string]any{"data": []any{n.post("1"), film}, "paging": map[string]any{"next": "https://elsewhere.test/"}}
	h := newFixture(t, n, nil)
	if err := h.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(h.stored) != 2 {
		t.Fatalf("stored %d posts, want 2", len(h.stored))
	}
	got := h.stored[0]
	if got.ID != "1" || got.Caption != "Caption 1" || got.Permalink != "https://www.instagram.com/p/1/" || got.Image.Width != 640 || got.Image.Height != 480 {
		t.Errorf("stored %+v", got)
	}
	for _, post := range h.stored {
		file := filepath.Join(h.cfg.Originals, filepath.FromSlash(strings.TrimPrefix(post.Image.URL, "/media/")))
		if copied, err := os.ReadFile(file); err != nil || !bytes.Equal(copied, n.picture) {
			t.Errorf("%s is not the picture of the feed: %v", post.Image.URL, err)
		}
	}
	before := len(n.requests)
	if err := h.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := n.requests[before:]; len(got) != 1 {
		t.Errorf("second refresh requested %v, want only the feed", got)
	}
}

func TestFailedRefreshKeepsTheStoredFeed(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*network)
		want  string
	}{
		{"Instagram is down", func(n *network) { n.Close() }, "refused"},
		{"status 500", func(n *network) { n.status = 500 }, "status 500"},
		{"expired token", func(n *network) {
			n.status, n.feed = 400, map[string]any{"error": map[string]any{"code": 190, "message": "Malformed access token configured"}}
		}, "create a new one"},
		{"not JSON", func(n *network) { n.feed = "<html>" }, "not the JSON"},
		{"no posts", func(n *network) { n.feed = map[string]any{"data": []any{}} }, "no post"},
		{"unknown structure", func(n *network) { n.feed = map[string]any{"data": []any{map[string]any{"id": "x"}}} }, "no post"},
		{"feed too long", func(n *network) { n.feed = strings.Repeat("x", maxFeedBytes) }, "longer than"},
		{"pictures that are not images", func(n *network) { n.picture = []byte("<html>") }, "not a JPEG"},
		{"picture of another host", func(n *network) {
			post := n.post("9")
			post["media_url"] = "https://elsewhere.test/pictures/9.jpg"
			n.feed = map[string]any{"data": []any{post}}
		}, "not among those allowed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := newNetwork(t)
			h := newFixture(t, n, nil)
			tt.spoil(n)
			err := h.Refresh(t.Context())
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
			if h.saved != 0 {
				t.Errorf("stored %+v", h.stored)
			}
			if err != nil && (strings.Contains(err.Error(), "configured") || strings.Contains(err.Error(), "access_token")) {
				t.Errorf("the error contains the token: %v", err)
			}
		})
	}
}

func TestInvalidPictureDoesNotAffectTheOthers(t *testing.T) {
	n := newNetwork(t)
	bad := n.post("3")
	bad["media_url"] = n.URL + "/pictures/3.jpg?oh=forged"
	n.feed = map[string]any{"data": []any{bad, n.post("1")}}
	h := newFixture(t, n, nil)
	if err := h.Refresh(t.Context()); err == nil {
		t.Error("the failed picture is not reported")
	}
	if len(h.stored) != 1 || h.stored[0].ID != "1" {
		t.Errorf("stored %+v, want the post with a picture", h.stored)
	}
}

func TestFeedIsLimited(t *testing.T) {
	n := newNetwork(t)
	var posts []any
	for i := range 40 {
		posts = append(posts, n.post(fmt.Sprint(i)))
	}
	long := posts[0].(map[string]any)
	long["caption"] = strings.Repeat("word ", 300)
	twice, script := n.post("1"), n.post("script")
	script["permalink"] = "javascript:alert(1)"
	n.feed = map[string]any{"data": append([]any{script, posts[0], twice}, posts[1:]...)}
	h := newFixture(t, n, func(c *Config) { c.Posts = 5 })
	if err := h.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(h.stored) != 5 {
		t.Errorf("stored %d posts, want 5", len(h.stored))
	}
	seen := map[string]bool{}
	for _, post := range h.stored {
		if seen[post.ID] || post.ID == "script" {
			t.Errorf("%q was stored", post.ID)
		}
		seen[post.ID] = true
		if len([]rune(post.Caption)) > maxCaption+1 {
			t.Errorf("a caption of %d characters was stored", len([]rune(post.Caption)))
		}
	}
}

func TestTokenIsRenewedBeforeItExpires(t *testing.T) {
	n := newNetwork(t)
	h := newFixture(t, n, nil)
	for range 3 { // after 0, 1 and 2 weeks
		if err := h.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.now = h.now.Add(renewAfter)
	}
	if want := []string{"configured", "renewed-1", "renewed-2"}; strings.Join(n.tokens, " ") != strings.Join(want, " ") {
		t.Errorf("tokens %v, want %v", n.tokens, want)
	}
	if info, err := os.Stat(h.cfg.TokenFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("token file: %v, %v", info.Mode(), err)
	}
	other := newFixture(t, n, func(c *Config) { c.Token, c.TokenFile = "another", h.cfg.TokenFile })
	if err := other.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := n.tokens[len(n.tokens)-1]; got != "another" {
		t.Errorf("a newly configured token is not used: %q", got)
	}
}

func TestUnusedPicturesAreDeleted(t *testing.T) {
	n := newNetwork(t)
	h := newFixture(t, n, nil)
	h.now = time.Now()
	if err := h.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	n.feed = map[string]any{"data": []any{n.post("2")}}
	pictures := func() int {
		entries, err := os.ReadDir(filepath.Join(h.cfg.Originals, folder))
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{time.Hour, 2}, {keepUnused + time.Hour, 1}, {3 * keepUnused, 1}} {
		h.now = h.now.Add(step.after)
		if err := h.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := pictures(); got != step.want {
			t.Errorf("after %v: %d pictures, want %d", step.after, got, step.want)
		}
	}
}

func TestRunBacksOffAndEndsWithItsContext(t *testing.T) {
	n := newNetwork(t)
	n.status = 500
	h := newFixture(t, n, nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	h.Refresher.save = func(context.Context, []content.InstagramPost) error { return errors.New("never") }
	go func() { done <- h.Run(ctx) }()
	cancel()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
	if first, later := h.nextInterval(1), h.nextInterval(20); first != time.Minute || later != time.Hour {
		t.Errorf("backoff after 1 and 20 failures: %v and %v, want a minute and an hour", first, later)
	}
}

func TestValidateReportsEveryProblem(t *testing.T) {
	if err := (Config{}).Validate(); err != nil {
		t.Errorf("without a feed: %v", err)
	}
	err := Config{URL: "http://feed.example.com/", Posts: 99, Every: time.Second, Hosts: []string{"https://x"}}.Validate()
	for _, name := range []string{"instagram.url", "instagram.posts", "instagram.every", "instagram.hosts"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
}
