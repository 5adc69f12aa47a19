package upstream_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/upstream"
)

func TestRedirectLookupsAreRemembered(t *testing.T) {
	c := newCMS(t)
	source, hands := open(t, c, nil)
	ask := func(link string) bool {
		to, err := source.Redirect(t.Context(), link, content.FirstRedirect)
		if err != nil && !content.IsNotFound(err) || err == nil && !strings.HasSuffix(to.Location, "/a/") {
			t.Fatalf("%s: %+v, error %v", link, to, err)
		}
		return err == nil
	}
	for range 3 {
		if !ask("/old/") || ask("/none/") {
			t.Fatal("want /old/ to lead on and /none/ not to")
		}
	}
	if old, none := c.count("HEAD /old/"), c.count("HEAD /none/"); old != 1 || none != 1 {
		t.Errorf("asked %d and %d times, want once each", old, none)
	}
	hands.advance(11 * time.Minute)
	ask("/old/")
	if n := c.count("HEAD /old/"); n != 2 {
		t.Errorf("asked %d times after eleven minutes, want twice", n)
	}
}

func TestRedirectLookupsHaveABudget(t *testing.T) {
	c := newCMS(t)
	source, _ := open(t, c, func(cfg *upstream.Config) { cfg.MaxLookups = 2 })
	let := make(chan struct{})
	c.fail(func(w http.ResponseWriter, r *http.Request) {
		<-let
		c.serve(w, r)
	})
	var visitors sync.WaitGroup
	for _, link := range []string{"/old-1/", "/old-2/"} {
		visitors.Go(func() {
			if _, err := source.Redirect(t.Context(), link, content.FirstRedirect); err != nil {
				t.Errorf("%s does not lead on", link)
			}
		})
	}
	for c.count("HEAD /old-1/")+c.count("HEAD /old-2/") < 2 {
		time.Sleep(time.Millisecond)
	}
	if _, err := source.Redirect(t.Context(), "/old-3/", content.FirstRedirect); err == nil || c.count("HEAD /old-3/") != 0 {
		t.Error("a third look-up was made beside two others")
	}
	close(let)
	visitors.Wait()
	if _, err := source.Redirect(t.Context(), "/old-3/", content.FirstRedirect); err != nil {
		t.Error("a look-up beyond the budget was remembered as one that led nowhere")
	}
}
