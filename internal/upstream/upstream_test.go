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

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/upstream"
	"estate/internal/wordpress"
)

// cms is a WordPress with one post whose title can be changed, and with faults.
type cms struct {
	*httptest.Server
	title  atomic.Value // string
	answer atomic.Value // http.HandlerFunc that stands in for all, nil-able
	mu     sync.Mutex
	asked  map[string]int // by method and path
}

func newCMS(t *testing.T) *cms {
	t.Helper()
	c := &cms{asked: map[string]int{}}
	c.title.Store("first")
	c.answer.Store(http.HandlerFunc(c.serve))
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.asked[r.Method+" "+r.URL.Path]++
		c.mu.Unlock()
		c.answer.Load().(http.HandlerFunc)(w, r)
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

func (c *cms) fail(handler http.HandlerFunc) { c.answer.Store(handler) }
func (c *cms) heal()                         { c.answer.Store(http.HandlerFunc(c.serve)) }

func (c *cms) count(request string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked[request]
}

// clock is moved by hand.
type clock struct{ at atomic.Int64 }

func (c *clock) now() time.Time          { return time.Unix(1_800_000_000, c.at.Load()) }
func (c *clock) advance(d time.Duration) { c.at.Add(int64(d)) }

func open(t *testing.T, c *cms, change func(*upstream.Config)) (*upstream.Source, *clock) {
	t.Helper()
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: c.URL, Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	hands := &clock{}
	cfg := upstream.Config{Now: hands.now, Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&cfg)
	}
	source, err := upstream.New(cfg, client)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	return source, hands
}

// title asks for the post by slug; a failure is its text.
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

func TestAnswersHoldForTheirFreshTime(t *testing.T) {
	c := newCMS(t)
	source, hands := open(t, c, nil)
	title(t, source)
	c.title.Store("second")
	hands.advance(9 * time.Second)
	if got := title(t, source); got != "first" || c.count(posts) != 1 {
		t.Errorf("after 9 s: %q with %d questions, want the first answer and one question", got, c.count(posts))
	}
	hands.advance(2 * time.Second)
	if got := title(t, source); got != "second" {
		t.Errorf("after 11 s: %q, want what the CMS says now", got)
	}
}

func TestEqualQuestionsShareAnAnswer(t *testing.T) {
	c := newCMS(t)
	source, _ := open(t, c, nil)
	let := make(chan struct{})
	c.fail(func(w http.ResponseWriter, r *http.Request) {
		<-let
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
	close(let)
	visitors.Wait()
	if n := c.count(posts); n != 1 {
		t.Errorf("%d questions for 20 visitors, want one", n)
	}
}

func TestWhatWasKnownIsGivenOnWhenTheCMSFails(t *testing.T) {
	faults := map[string]http.HandlerFunc{
		"an error":          broken,
		"HTML":              func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<!doctype html>")) },
		"a cut body":        func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`[{"id":7,"ti`)) },
		"a locked door":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
		"too many requests": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"a closed connection": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_ = conn.Close()
			}
		},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			c := newCMS(t)
			source, hands := open(t, c, nil)
			title(t, source)
			c.fail(fault)
			hands.advance(time.Hour)
			if got := title(t, source); got != "first" {
				t.Errorf("after an hour: %q, want what was known", got)
			}
			hands.advance(24 * time.Hour)
			if got := title(t, source); got != "failure" {
				t.Errorf("after more than a day: %q, want the failure", got)
			}
			c.heal()
			c.title.Store("second")
			hands.advance(time.Minute)
			if got := title(t, source); got != "second" {
				t.Errorf("afterwards: %q, want what the CMS says now", got)
			}
		})
	}
}

func TestNothingKnownIsTheFailureItself(t *testing.T) {
	c := newCMS(t)
	source, _ := open(t, c, nil)
	c.Close()
	_, err := source.BySlug(t.Context(), i18n.LangEN, "posts", "a")
	if !errors.Is(err, content.ErrUnreachable) {
		t.Errorf("error %v, want one that says the source is unreachable", err)
	}
}

func TestNobodyWaitsLongWhereAnAnswerIsKnown(t *testing.T) {
	c := newCMS(t)
	source, hands := open(t, c, func(cfg *upstream.Config) { cfg.MaxWait = 20 * time.Millisecond })
	title(t, source)
	let := make(chan struct{})
	defer close(let)
	c.fail(func(http.ResponseWriter, *http.Request) { <-let })
	hands.advance(time.Minute)
	if got := title(t, source); got != "first" {
		t.Errorf("a CMS that hangs: %q, want what was known", got)
	}
}

func TestFurnitureIsRenewedBehindTheVisitor(t *testing.T) {
	c := newCMS(t)
	source, hands := open(t, c, nil)
	category(t, source)
	c.title.Store("second")
	hands.advance(time.Minute)
	if got := category(t, source); got != "first" {
		t.Errorf("the first visitor got %q, want the known list at once", got)
	}
	for category(t, source) != "second" {
		time.Sleep(time.Millisecond) // the test's own time-out bounds it
	}
}

func TestAMissingIDIsAnAnswer(t *testing.T) {
	c := newCMS(t)
	source, hands := open(t, c, nil)
	const gone = "GET /wp-json/wp/v2/posts/8"
	for range 3 {
		if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 8, ""); err == nil {
			t.Fatal("there is such a post")
		}
	}
	if n := c.count(gone); n != 1 {
		t.Errorf("%d questions, want one", n)
	}
	// What is taken off the site is not shown on from memory.
	if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 7, ""); err != nil {
		t.Fatal(err)
	}
	c.fail(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
	hands.advance(time.Minute)
	if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 7, ""); err == nil {
		t.Error("a post that was taken back is still shown")
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
		t.Errorf("%d questions for two of an editor, want each asked", n)
	}
	if _, err := source.ByID(t.Context(), i18n.LangEN, "posts", 7, ""); err == nil {
		t.Error("a visitor sees the draft that an editor has asked for")
	}
}

func TestAFailingCMSIsLeftAloneForAMoment(t *testing.T) {
	c := newCMS(t)
	source, hands := open(t, c, nil)
	c.fail(broken)
	for i := range 10 {
		_, err := source.BySlug(t.Context(), i18n.LangEN, "posts", fmt.Sprint("a", i))
		if err == nil {
			t.Fatal("an answer from a broken CMS")
		}
	}
	if n := c.count(posts); n != 3 {
		t.Errorf("%d questions to a CMS that is down, want three and then none", n)
	}
	c.heal()
	hands.advance(6 * time.Second)
	if got := title(t, source); got != "first" {
		t.Errorf("after the pause: %q, want an answer", got)
	}
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	tests := map[string]upstream.Config{
		"negative time":           {Fresh: -1},
		"negative limit":          {MaxLookups: -1},
		"stale sooner than fresh": {Fresh: time.Hour, Stale: time.Minute},
	}
	for name, cfg := range tests {
		if _, err := upstream.New(cfg, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
