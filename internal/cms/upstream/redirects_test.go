package upstream_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"estate/internal/cms/upstream"
	"estate/internal/content"
)

func TestRedirectLookupsAreCached(t *testing.T) {
	c := newCMS(t)
	source, clock := open(t, c, nil)
	lookUp := func(link string) bool {
		to, err := source.Redirect(t.Context(), link, content.FirstRedirect)
		if err != nil && !content.IsNotFound(err) || err == nil && !strings.HasSuffix(to.Location, "/a/") {
			t.Fatalf("%s: %+v, error %v", link, to, err)
		}
		return err == nil
	}
	for range 3 {
		if !lookUp("/old/") || lookUp("/none/") {
			t.Fatal("want a redirect for /old/ and none for /none/")
		}
	}
	if old, none := c.count("HEAD /old/"), c.count("HEAD /none/"); old != 1 || none != 1 {
		t.Errorf("%d and %d requests, want one each", old, none)
	}
	clock.advance(11 * time.Minute)
	lookUp("/old/")
	if n := c.count("HEAD /old/"); n != 2 {
		t.Errorf("%d requests after eleven minutes, want 2", n)
	}
}

func TestRedirectLookupsAreLimited(t *testing.T) {
	c := newCMS(t)
	source, _ := open(t, c, func(cfg *upstream.Config) { cfg.MaxLookups = 2 })
	release := make(chan struct{})
	c.fail(func(w http.ResponseWriter, r *http.Request) {
		<-release
		c.serve(w, r)
	})
	var visitors sync.WaitGroup
	for _, link := range []string{"/old-1/", "/old-2/"} {
		visitors.Go(func() {
			if _, err := source.Redirect(t.Context(), link, content.FirstRedirect); err != nil {
				t.Errorf("%s: no redirect", link)
			}
		})
	}
	for c.count("HEAD /old-1/")+c.count("HEAD /old-2/") < 2 {
		time.Sleep(time.Millisecond)
	}
	if _, err := source.Redirect(t.Context(), "/old-3/", content.FirstRedirect); err == nil || c.count("HEAD /old-3/") != 0 {
		t.Error("a third look-up was made while two were in flight, want none")
	}
	close(release)
	visitors.Wait()
	if _, err := source.Redirect(t.Context(), "/old-3/", content.FirstRedirect); err != nil {
		t.Error("a look-up beyond the limit was cached as not found")
	}
}
