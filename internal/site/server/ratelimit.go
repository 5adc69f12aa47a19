package server

import (
	"net/netip"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"estate/internal/platform/clientaddr"
)

// RateLimit bounds the requests of one client by a token bucket. Zero values mean what
// the comments name.
type RateLimit struct {
	Burst   int // size of the bucket, in requests; 10
	PerHour int // tokens that are added an hour; 30
}

// maxClients bounds the token buckets in memory. A client whose bucket was evicted
// starts with a full one.
const maxClients = 20_000

// Many clients may work together: one bucket, as large as those of so many clients, is that of all.
const clientsOfAll = 100

// rateLimiter holds a token bucket per client and one for all.
type rateLimiter struct {
	burst   int
	limit   rate.Limit // tokens a second
	buckets *otter.Cache[netip.Prefix, *rate.Limiter]
	all     *rate.Limiter
	mu      sync.Mutex // from a reservation until it is kept or canceled
}

func newRateLimiter(limit RateLimit) *rateLimiter {
	if limit.Burst <= 0 {
		limit.Burst = 10
	}
	if limit.PerHour <= 0 {
		limit.PerHour = 30
	}
	perSecond := rate.Limit(float64(limit.PerHour) / time.Hour.Seconds())
	return &rateLimiter{
		burst: limit.Burst, limit: perSecond, all: rate.NewLimiter(clientsOfAll*perSecond, clientsOfAll*limit.Burst),
		buckets: otter.Must(&otter.Options[netip.Prefix, *rate.Limiter]{MaximumSize: maxClients}),
	}
}

// allow takes a token from the buckets of the client; false when one is empty.
func (l *rateLimiter) allow(client netip.Addr, now time.Time) bool { return l.allowN(client, now, 1) }

// allowN takes tokens from the buckets of the client; false when one has too few. Then
// nothing is taken from the larger ones.
func (l *rateLimiter) allowN(client netip.Addr, now time.Time, tokens int) bool {
	_, ok := l.reserveN(client, now, tokens, 0)
	return ok
}

// reserveN is allowN that takes the next tokens of the client too, which its bucket has after wait;
// false when that is longer than maxWait.
func (l *rateLimiter) reserveN(client netip.Addr, now time.Time, tokens int, maxWait time.Duration) (wait time.Duration, ok bool) {
	if wait, ok = l.reserveOwn(client, now, tokens, maxWait); !ok {
		return 0, false
	}
	return wait, l.all.AllowN(now, tokens)
}

// reserveOwn is reserveN of the client's own bucket.
func (l *rateLimiter) reserveOwn(client netip.Addr, now time.Time, tokens int, maxWait time.Duration) (wait time.Duration, ok bool) {
	bucket := l.bucket(clientaddr.Prefix(client))
	// A canceled reservation gives back all its tokens only if no other was made meanwhile.
	l.mu.Lock()
	defer l.mu.Unlock()
	reserved := bucket.ReserveN(now, tokens)
	if !reserved.OK() {
		return 0, false
	}
	if wait = reserved.DelayFrom(now); wait > maxWait {
		reserved.CancelAt(now)
		return 0, false
	}
	return wait, true
}

// isHalfEmpty reports whether a client has used up half of its bucket.
func (l *rateLimiter) isHalfEmpty(client netip.Addr, now time.Time) bool {
	bucket, known := l.buckets.GetIfPresent(clientaddr.Prefix(client))
	return known && bucket.TokensAt(now) < float64(l.burst)/2
}

// bucket is the bucket of a client.
func (l *rateLimiter) bucket(prefix netip.Prefix) *rate.Limiter {
	bucket, _ := l.buckets.ComputeIfAbsent(prefix, func() (*rate.Limiter, bool) { return rate.NewLimiter(l.limit, l.burst), false })
	return bucket
}
