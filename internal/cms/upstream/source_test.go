package upstream_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/cms/upstream"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// cms is a fake WordPress with one post whose title can be changed. It can fail.
type cms struct {
	*httptest.Server
	title    atomic.Value // string
	handler  atomic.Value // http.HandlerFunc for all requests
	mu       sync.Mutex
	requests map[string]int // by method and path
}

func newCMS(t *testing.T) *cms {
	t.Helper()
	c := &cms{requests: map[string]int{}}
	c.title.Store("first")
	c.handler.Store(http.HandlerFunc(c.serve))
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.requests[r.Method+" "+r.URL.Path]++
		c.mu.Unlock()
		c.handler.Load().(http.HandlerFunc)(w, r)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *cms) serve(w http.ResponseWriter, r *http.Request) {
	post := fmt.Sprintf(`{"id":7,"type":"post","slug":"a","status":"publish","link":"%s/a/","title":{"rendered":%q},"content":{"rendered":""},"excerpt":{"rendered":""},"date_gmt":"2026-01-01T00:00:00","modified_gmt":"2026-01-01T00:00:00"}`,
		c.URL, c.title.Load())
	switch {
	case r.Method == http.MethodHead && strings.HasPrefix(r.URL.Path, "/old"):
		w.Header().Set("Location", c.URL+"/a/")
		w.WriteHeader(http.StatusMovedPermanently)
	case strings.HasSuffix(r.URL.Path, "/posts"):
		_, _ = w.Write([]byte("[" + post + "]"))
	case strings.HasSuffix(r.URL.Path, "/posts/7"):
		_, _ = w.Write([]byte(post))
	case strings.HasSuffix(r.URL.Path, "/categories"):
		_, _ = fmt.Fprintf(w, `[{"id":3,"taxonomy":"category","slug":"c","name":%q,"link":"%s/category/c/"}]`, c.title.Load(), c.URL)
	default:
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"code":"rest_post_invalid_id","message":"Invalid post ID.","data":{"status":404}}`))
	}
}

func (c *cms) fail(handler http.HandlerFunc) { c.handler.Store(handler) }
func (c *cms) repair()                       { c.handler.Store(http.HandlerFunc(c.serve)) }

func (c *cms) count(request string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.requests[request]
}

// fakeClock is moved by the test.
type fakeClock struct{ at atomic.Int64 }

func (c *fakeClock) now() time.Time          { return time.Unix(1_800_000_000, c.at.Load()) }
func (c *fakeClock) advance(d time.Duration) { c.at.Add(int64(d)) }

func open(t *testing.T, c *cms, change func(*upstream.Config)) (*upstream.Source, *fakeClock) {
	t.Helper()
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: c.URL, Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	clock := &fakeClock{}
	cfg := upstream.Config{Now: clock.now, Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&cfg)
	}
	source, err := upstream.New(cfg, client)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	return source, clock
}

// title requests the post by slug and returns its title, "failure" or "nothing".
func title(t *testing.T, source *upstream.Source) string {
	t.Helper()
	found, err := source.BySlug(t.Context(), i18n.LangEN, "posts", "a")
	if err != nil {
		return "failure"
	}
	if len(found) == 0 {
		return "nothing"
	}
	return found[0].(*content.Post).Title
}

func category(t *testing.T, source *upstream.Source) string {
	t.Helper()
	terms, err := source.Terms(t.Context(), i18n.LangEN, "category")
	if err != nil || len(terms) == 0 {
		return "failure"
	}
	return terms[0].Name.In(i18n.LangEN)
}

const posts = "GET /wp-json/wp/v2/posts"

func broken(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }

func TestFreshResponsesAreServedFromTheCache(t *testing.T) {
	c := newCMS(t)
	source, clock := open(t, c, nil)
	title(t, source)
	c.title.Store("second")
	clock.advance(9 * time.Second)
	if got := title(t, source); got != "first" || c.count(posts) != 1 {
		t.Errorf("after 9 s: %q with %d requests, want the first title and one request", got, c.count(posts))
	}
	clock.advance(2 * time.Second)
	if got := title(t, source); got != "second" {
		t.Errorf("after 11 s: %q, want the second title", got)
	}
}

func TestConcurrentCallsAreCoalesced(t *testing.T) {
	c := newCMS(t)
	source, _ := open(t, c, nil)
	release := make(chan struct{})
	c.fail(func(w http.ResponseWriter, r *http.Request) {
		<-release
		c.serve(w, r)
	})
	var visitors sync.WaitGroup
	for range 20 {
		visitors.Go(func() {
			if got := title(t, source); got != "first" {
				t.Errorf("got %q", got)
			}
		})
	}
	for c.count(posts) == 0 {
		time.Sleep(time.Millisecond)
	}
	close(release)
	visitors.Wait()
	if n := c.count(posts); n != 1 {
		t.Errorf("%d requests for 20 visitors, want one", n)
	}
}

func TestStaleResponsesAreServedWhenTheCMSFails(t *testing.T) {
	faults := map[string]http.HandlerFunc{
		"status 500":     broken,
		"HTML":           func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<!doctype html>")) },
		"truncated body": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`[{"id":7,"ti`)) },
		"status 403":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
		"status 429":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"closed connection": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_ = conn.Close()
			}
		},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			c := newCMS(t)
			source, clock := open(t, c, nil)
			title(t, source)
			c.fail(fault)
			clock.advance(time.Hour)
			if got := title(t, source); got != "first" {
				t.Errorf("after an hour: %q, want the stale title", got)
			}
			clock.advance(24 * time.Hour)
			if got := title(t, source); got != "failure" {
				t.Errorf("after more than a day: %q, want failure", got)
			}
			c.repair()
			c.title.Store("second")
			clock.advance(time.Minute)
			if got := title(t, source); got != "second" {
				t.Errorf("after recovery: %q, want the second title", got)
			}
		})
	}
}

func TestACacheMissReturnsTheFailure(t *testing.T) {
	c := newCMS(t)
	source, _ := open(t, c, nil)
	c.Close()
	_, err := source.BySlug(t.Context(), i18n.LangEN, "posts", "a")
	if !errors.Is(err, content.ErrUnreachable) {
		t.Errorf("error %v, want ErrUnreachable", err)
	}
}

func TestAStaleResponseIsServedAfterMaxWait(t *testing.T) {
	c := newCMS(t)
	source, clock := open(t, c, func(cfg *upstream.Config) { cfg.MaxWait = 20 * time.Millisecond })
	title(t, source)
	release := make(chan struct{})
	defer close(release)
	c.fail(func(http.ResponseWriter, *http.Request) { <-release })
	clock.advance(time.Minute)
	if got := title(t, source); got != "first" {
		t.Errorf("CMS hangs: %q, want the stale title", got)
	}
}

func TestSiteDataIsRevalidatedInTheBackground(t *testing.T) {
	c := newCMS(t)
	source, clock := open(t, c, nil)
	category(t, source)
	c.title.Store("second")
	clock.advance(time.Minute)
	if got := category(t, source); got != "first" {
		t.Errorf("first call: %q, want the stale title at once", got)
	}
	for category(t, source) != "second" {
		time.Sleep(time.Millisecond) // the timeout of the test bounds it
	}
}

func TestARefusalOfAnIDIsCached(t *testing.T) {
	c := newCMS(t)
	source, clock := open(t, c, nil)
	const missing = "GET /wp-json/wp/v2/posts/8"
	for range 3 {
		if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 8, ""); err == nil {
			t.Fatal("post 8 exists, want not found")
		}
	}
	if n := c.count(missing); n != 1 {
		t.Errorf("%d requests, want one", n)
	}
	// A post that is unpublished is not served stale.
	if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 7, ""); err != nil {
		t.Fatal(err)
	}
	c.fail(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"code":"rest_forbidden","message":"Sorry, you are not allowed to do that.","data":{"status":401}}`))
	})
	clock.advance(time.Minute)
	if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 7, ""); err == nil {
		t.Error("an unpublished post is still served")
	}
}

func TestCredentialsPassThrough(t *testing.T) {
	c := newCMS(t)
	source, _ := open(t, c, nil)
	draft := func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer editor" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		c.serve(w, r)
	}
	c.fail(draft)
	for range 2 {
		if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 7, "Bearer editor"); err != nil {
			t.Fatalf("the editor: %v", err)
		}
	}
	if n := c.count("GET /wp-json/wp/v2/posts/7"); n != 2 {
		t.Errorf("%d requests for two calls of an editor, want 2", n)
	}
	if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 7, ""); err == nil {
		t.Error("a visitor sees the draft of an editor")
	}
}

func TestTheCircuitBreakerOpensAndCloses(t *testing.T) {
	c := newCMS(t)
	source, _ := open(t, c, func(cfg *upstream.Config) { cfg.OpenFor = time.Second })
	c.fail(broken)
	for i := range 10 {
		_, err := source.BySlug(t.Context(), i18n.LangEN, "posts", fmt.Sprint("a", i))
		if err == nil {
			t.Fatal("a response of a broken CMS, want an error")
		}
	}
	if n := c.count(posts); n != 3 {
		t.Errorf("%d requests to a CMS that is down, want three and then none", n)
	}
	c.repair()
	for deadline := time.Now().Add(20 * time.Second); title(t, source) != "first"; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the breaker stays open after the CMS recovers")
		}
	}
}

func TestInvalidSettingsAreRefused(t *testing.T) {
	tests := map[string]upstream.Config{
		"negative time":           {Fresh: -1},
		"negative limit":          {MaxLookups: -1},
		"stale sooner than fresh": {Fresh: time.Hour, Stale: time.Minute},
	}
	for name, cfg := range tests {
		if _, err := upstream.New(cfg, nil); err == nil {
			t.Errorf("%s: accepted, want an error", name)
		}
	}
}
