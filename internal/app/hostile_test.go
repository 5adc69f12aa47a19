package app

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"estate/internal/app/config"
)

// TestAttacksOfOneClientReachNobodyElse is the quick part of `make hostile`: statuses, not times.
// One client sends each kind of request that nobody has sent before, on many connections. It is
// refused in time, and no request of a visitor is.
func TestAttacksOfOneClientReachNobodyElse(t *testing.T) {
	_, server := startSite(t, func(s *config.Settings) {
		s.Limits.PerSecond, s.Limits.Burst, s.Limits.Exempt = 1, 40, []string{"192.0.2.1"}
	})
	attacks := []struct {
		name, path string // with the number of the request
		free       bool   // a refused address costs nothing, so nobody is refused
	}{
		{name: "new filters", path: "/properties/?price_to=%d"},
		{name: "Views of new filters", path: "/_view/properties/?price_to=1%d"},
		{name: "pages that do not exist", path: "/no-such-page-%d/"},
		{name: "REST lists with _embed", path: "/wp-json/wp/v2/properties?_embed&per_page=100&page=%d"},
		{name: "REST text searches", path: "/wp-json/wp/v2/properties?search=word%d"},
		{name: "text searches", path: "/?s=word%d"},
		{name: "near references", path: "/_view/properties/?search_reference=ZRQ%dX"},
		{name: "parts of the sitemap that do not exist", path: "/sitemap/properties-en-%d.xml"},
		{name: "maps", path: "/_map/properties/?price_to=2%d"},
		{name: "feeds", path: "/category/none-%d/feed/"},
		{name: "invalid preview credentials", path: "/properties/?preview=true&frontity_source_auth=Bearer+%d"},
		{name: "new renditions", path: "/media/none-%d-320.avif", free: true},
		{name: "invented pictures of the CMS", path: "/media/r/" + base64.RawURLEncoding.EncodeToString([]byte("cms.example.com/a.jpg")) + "-320.jpg?%d", free: true},
	}
	for n, attack := range attacks {
		t.Run(attack.name, func(t *testing.T) {
			t.Parallel() // requests beyond the limit wait for their turn
			visitor := fmt.Sprintf("198.51.100.%d", n+1)
			if got := statusFor(t, server, visitor, browser, "/properties/"); got != http.StatusOK {
				t.Fatalf("before the attack: status %d", got)
			}
			var refused atomic.Int64
			var running sync.WaitGroup
			for connection := range 16 {
				running.Go(func() {
					for i := range 5 {
						path := fmt.Sprintf(attack.path, 900_000+connection*100+i)
						if sendAttack(t, server, fmt.Sprintf("203.0.113.%d", n+1), path) {
							refused.Add(1)
						}
					}
				})
			}
			for i := range 5 {
				for _, path := range []string{"/properties/", "/healthz", fmt.Sprintf("/properties/?price_from=%d", 1_000+n*10+i)} {
					if got := statusFor(t, server, visitor, browser, path); got != http.StatusOK {
						t.Errorf("%s for a visitor: status %d, want 200", path, got)
					}
				}
			}
			running.Wait()
			if refused.Load() == 0 != attack.free {
				t.Errorf("%d of 80 requests were refused", refused.Load())
			}
		})
	}
}

// sendAttack reports whether a request was refused.
func sendAttack(t *testing.T, server *httptest.Server, client, path string) (refused bool) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Error(err)
		return false
	}
	request.Header.Set("X-Forwarded-For", client)
	response, err := server.Client().Transport.RoundTrip(request) // redirects are responses too
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return false
	}
	_, err = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	refused = response.StatusCode == http.StatusTooManyRequests
	switch {
	case err != nil:
		t.Errorf("%s: %v", path, err)
	case response.StatusCode >= http.StatusInternalServerError:
		t.Errorf("%s: status %d", path, response.StatusCode)
	case refused && response.Header.Get("Retry-After") == "":
		t.Errorf("%s: 429 without Retry-After", path)
	}
	return refused
}
