package server

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"estate/internal/platform/backoff"
	"estate/internal/platform/fairqueue"
)

// WorkLimit bounds what one client may make the server work, by a token bucket. A cached page,
// a file and a picture that exists cost nothing. Zero values mean what the comments name.
type WorkLimit struct {
	PerSecond int // tokens that are added a second; 5
	Burst     int // size of the bucket; 600
	// Exempt are clients without a limit, such as the operator's own monitoring.
	Exempt []netip.Prefix
}

// Costs in tokens: about 2 ms of a processor each.
const (
	costPage    = 1 // an uncached page, or the View of one
	costMap     = 1
	costSuggest = 1
	costTile    = 1 // a tile that is cut out of a coarser one
	costREST    = 2
	costEmbed   = 10 // a REST list with its embedded entities
	costText    = 10 // a text search puts all that it finds in order
	costSitemap = 5
	costUpload  = 10 // an address of the CMS's media library, which the CMS is asked for
	// costRendition is that of a picture that nobody has seen in this width: a page has dozens.
	costRendition = 2
	// costPlainSitemap is that of megabytes without compression; no crawler asks for them.
	costPlainSitemap = 20
	crawlerShare     = 4 // crawlers together have as much as so many clients
)

// work is what an uncached request needs: tokens of its client, and a turn in a queue.
type work struct {
	cost  int
	queue *fairqueue.Queue
}

// errTooMany reports that a client has too few tokens.
var errTooMany = errors.New("the client has too few tokens")

// charge takes tokens from the client's bucket, then from the one that crawlers share; false
// when one has too few. A client without tokens takes none from the crawlers, whatever its name.
func (s *Server) charge(client netip.Addr, named bool, cost int) bool {
	now := s.cfg.Now()
	return s.work.allowN(client, now, cost) && (!named || s.crawlers.AllowN(now, cost))
}

// maxTokenWait bounds the time that a request waits for tokens. As many requests of one client
// wait as it gets tokens in this time.
const maxTokenWait = 2 * time.Second

// waitForTokens is charge for a request that somebody waits for: it takes the next tokens of the
// client too, and waits until the bucket has them. So visitors who share an address are slowed
// before they are refused, and an attacker that waits for its answers gets fewer. The error is
// errTooMany, or that of ctx.
func (s *Server) waitForTokens(ctx context.Context, client netip.Addr, cost int) error {
	wait, ok := s.work.reserveN(client, s.cfg.Now(), cost, maxTokenWait)
	switch {
	case !ok:
		return errTooMany
	case wait == 0:
		return nil
	}
	return backoff.Sleep(ctx, wait)
}

// chargeRequest takes the tokens of a request. Nobody waits for a crawler's request or a prefetch,
// so these do not wait for tokens. The error is that of waitForTokens.
func (s *Server) chargeRequest(r *http.Request, client netip.Addr, cost int) error {
	named := isCrawler(r.UserAgent())
	if !named && !isPrefetch(r.Header) {
		return s.waitForTokens(r.Context(), client, cost)
	}
	if !s.charge(client, named, cost) {
		return errTooMany
	}
	return nil
}

// workOfREST is the work of a request to the REST API.
func (s *Server) workOfREST(r *http.Request) work {
	query := r.URL.RawQuery
	switch {
	case strings.Contains(query, "search="):
		return work{costText, s.queues.text}
	case strings.Contains(query, "_embed"):
		return work{costEmbed, s.queues.rest}
	}
	return work{costREST, s.queues.rest}
}

// workOfPage is the work of an uncached page.
func (s *Server) workOfPage(r *http.Request) work {
	if isTextSearch(r) {
		return work{costText, s.queues.text}
	}
	return work{costPage, s.queues.pages}
}

func isTextSearch(r *http.Request) bool { return strings.Contains("&"+r.URL.RawQuery, "&s=") }

// workOfSitemap is the work of a file of the sitemap that is not cached, or that must be
// uncompressed for this client.
func (s *Server) workOfSitemap(r *http.Request) work {
	if !acceptsGzip(r) {
		return work{costPlainSitemap, s.queues.sitemap}
	}
	return work{costSitemap, s.queues.sitemap}
}

func (s *Server) workOfMap(*http.Request) work { return work{costMap, s.queues.pages} }

func (s *Server) workOfSuggestions(*http.Request) work { return work{costSuggest, s.queues.pages} }

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
