package server

import (
	"net/netip"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"
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

// rateLimiter holds a token bucket per client.
type rateLimiter struct {
	burst   int
	limit   rate.Limit // tokens a second
	buckets *otter.Cache[netip.Prefix, *rate.Limiter]
}

func newRateLimiter(limit RateLimit) *rateLimiter {
	if limit.Burst <= 0 {
		limit.Burst = 10
	}
	if limit.PerHour <= 0 {
		limit.PerHour = 30
	}
	return &rateLimiter{
		burst: limit.Burst, limit: rate.Limit(float64(limit.PerHour) / time.Hour.Seconds()),
		buckets: otter.Must(&otter.Options[netip.Prefix, *rate.Limiter]{MaximumSize: maxClients}),
	}
}

// allow takes a token from the client's bucket; false when the bucket is empty.
func (l *rateLimiter) allow(client netip.Addr, now time.Time) bool {
	bucket, _ := l.buckets.ComputeIfAbsent(clientPrefix(client), func() (*rate.Limiter, bool) {
		return rate.NewLimiter(l.limit, l.burst), false
	})
	return bucket.AllowN(now, 1)
}
