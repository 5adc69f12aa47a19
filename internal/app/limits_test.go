package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"estate/internal/app/config"
)

// startLimitedSite is a site with a small limit and a proxy before it.
func startLimitedSite(t *testing.T) (visit func(client, agent, path string) int) {
	t.Helper()
	_, server := startSite(t, func(s *config.Settings) {
		s.Limits.PerSecond, s.Limits.Burst = 1, 50
		s.Limits.Exempt = []string{"198.51.100.50"}
	})
	return func(client, agent, path string) int {
		t.Helper()
		return statusFor(t, server, client, agent, path)
	}
}

func statusFor(t *testing.T, server *httptest.Server, client, agent, path string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Error(err)
		return 0
	}
	request.Header.Set("X-Forwarded-For", client)
	request.Header.Set("User-Agent", agent)
	response, err := server.Client().Do(request)
	if err != nil {
		t.Error(err)
		return 0
	}
	_ = response.Body.Close()
	return response.StatusCode
}

const browser = "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0"

func TestUncachedRequestsOfOneClientAreLimited(t *testing.T) {
	visit := startLimitedSite(t)
	const attacker, visitor, monitoring = "203.0.113.66", "198.51.100.1", "198.51.100.50"
	if got := visit(visitor, browser, "/about/"); got != http.StatusOK {
		t.Fatalf("/about/: %d", got)
	}
	for name, path := range map[string]string{
		"new filters": "/_view/properties/?price_to=%d", "pages that do not exist": "/none-%d/",
		"REST lists": "/wp-json/wp/v2/posts?_embed&page=%d", "text searches": "/_view/?s=word%d", "maps": "/_map/properties/?price_to=%d",
		"suggestions": "/_suggest/search/?q=%d+bed+vi",
	} {
		t.Run(name, func(t *testing.T) {
			var refused atomic.Int64
			var requests sync.WaitGroup
			for n := range 80 {
				requests.Go(func() {
					if visit(attacker, browser, fmt.Sprintf(path, 900_000+n)) == http.StatusTooManyRequests {
						refused.Add(1)
					}
				})
			}
			requests.Wait()
			if refused.Load() == 0 {
				t.Error("80 requests of one client at once are all answered, with a limit of 50 and one more a second")
			}
			if got := visit(attacker, browser, "/about/"); got != http.StatusOK {
				t.Errorf("a cached page is refused: %d", got)
			}
			if got := visit(visitor, browser, fmt.Sprintf(path, 1)); got == http.StatusTooManyRequests {
				t.Error("another visitor is refused")
			}
		})
	}
	for n := range 80 {
		if got := visit(monitoring, browser, fmt.Sprintf("/_view/properties/?price_to=%d", n)); got != http.StatusOK {
			t.Fatalf("an exempt client is refused: %d", got)
		}
	}
}
