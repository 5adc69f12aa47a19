package server

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"estate/internal/clientaddr"
)

// WorkLimit bounds what one client may make the server work, by a token bucket. A cached page,
// a file and a picture that exists cost nothing. Zero values mean what the comments name.
type WorkLimit struct {
	PerSecond int // tokens that are added a second; 40
	Burst     int // size of the bucket; 600
	// Exempt are clients without a limit, such as the operator's own monitoring.
	Exempt []netip.Prefix
}

// Costs in tokens: about 2 ms of a processor each.
const (
	costPage     = 1 // an uncached page, or the View of one
	costMap      = 1
	costREST     = 2
	costEmbed    = 10 // a REST list with its embedded entities
	costText     = 20 // a text search reads every text of the store
	costSitemap  = 5
	crawlerShare = 2 // crawlers together have as much as so many clients
)

// charge takes tokens from the client's bucket. If there are too few it answers 429 and
// returns false.
func (s *Server) charge(w http.ResponseWriter, r *http.Request, cost int) bool {
	client := s.clientAddress(r)
	if clientaddr.In(s.cfg.Work.Exempt, client) {
		return true
	}
	now := s.cfg.Now()
	if isCrawler(r.UserAgent()) && !s.crawlers.AllowN(now, cost) || !s.work.allowN(client, now, cost) {
		w.Header().Set("Retry-After", "10")
		w.Header()["Cache-Control"] = cacheNoStore
		plainError(w, http.StatusTooManyRequests, "Too many requests. Retry in ten seconds.")
		return false
	}
	return true
}

// charged is charge as middleware of routes whose every request costs something.
func (s *Server) charged(cost func(*http.Request) int) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if s.charge(w, r, cost(r)) {
				next.ServeHTTP(w, r)
			}
		})
	}
}

func fixedCost(tokens int) func(*http.Request) int { return func(*http.Request) int { return tokens } }

// costOfREST is the cost of a request to the REST API.
func costOfREST(r *http.Request) int {
	query := r.URL.RawQuery
	switch {
	case strings.Contains(query, "search="):
		return costText
	case strings.Contains(query, "_embed"):
		return costEmbed
	}
	return costREST
}

// costOfPage is the cost of an uncached page.
func costOfPage(r *http.Request) int {
	if query := "&" + r.URL.RawQuery; strings.Contains(query, "&s=") {
		return costText
	}
	return costPage
}

// crawlerNames are parts of the User-Agent headers of crawlers that announce themselves.
var crawlerNames = []string{"bot", "crawl", "spider", "slurp", "facebookexternalhit"}

func isCrawler(userAgent string) bool {
	userAgent = strings.ToLower(userAgent)
	for _, name := range crawlerNames {
		if strings.Contains(userAgent, name) {
			return true
		}
	}
	return false
}

// newWorkLimiters returns the limiter of clients and the bucket that all crawlers share.
func newWorkLimiters(limit WorkLimit) (clients *rateLimiter, crawlers *rate.Limiter) {
	perHour := limit.PerSecond * int(time.Hour/time.Second)
	return newRateLimiter(RateLimit{Burst: limit.Burst, PerHour: perHour}),
		rate.NewLimiter(rate.Limit(crawlerShare*limit.PerSecond), crawlerShare*limit.Burst)
}
