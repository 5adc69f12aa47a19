package limits

import (
	"net/netip"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"estate/internal/platform/clientaddr"
)

// maxClients bounds the token buckets in memory. A client whose bucket was evicted
// starts with a full one.
const maxClients = 20_000

// clientsOfNetwork is how many clients' buckets that of an IPv6 network (/48) is as large as: a provider
// gives whole networks to one customer.
const clientsOfNetwork = 4

// Buckets are the token buckets of clients: one for each client prefix.
type Buckets struct {
	perSecond rate.Limit
	burst     int
	buckets   *otter.Cache[netip.Prefix, *rate.Limiter]
	mu        sync.Mutex // from a reservation until it is kept or canceled
}

// NewBuckets returns full buckets of so many tokens.
func NewBuckets(perSecond float64, burst int) *Buckets {
	return &Buckets{
		perSecond: rate.Limit(perSecond), burst: burst,
		buckets: otter.Must(&otter.Options[netip.Prefix, *rate.Limiter]{MaximumSize: maxClients}),
	}
}

// Allow takes a token; false when the client has none.
func (b *Buckets) Allow(client netip.Addr, now time.Time) bool {
	_, ok := b.Take(client, now, 1, 0)
	return ok
}

// Take takes tokens, the next ones too, which the bucket has after wait; false when that is longer
// than maxWait, and then it takes none.
func (b *Buckets) Take(client netip.Addr, now time.Time, tokens int, maxWait time.Duration) (wait time.Duration, ok bool) {
	bucket := b.bucket(clientaddr.Prefix(client), 1)
	// A canceled reservation gives back all its tokens only if no other was made meanwhile.
	b.mu.Lock()
	defer b.mu.Unlock()
	reserved := bucket.ReserveN(now, tokens)
	if !reserved.OK() {
		return 0, false
	}
	if wait = reserved.DelayFrom(now); wait > maxWait {
		reserved.CancelAt(now)
		return 0, false
	}
	network, isIPv6 := clientaddr.Network(client)
	if isIPv6 && !b.bucket(network, clientsOfNetwork).AllowN(now, tokens) {
		reserved.CancelAt(now)
		return 0, false
	}
	return wait, true
}

// bucket is the bucket of a prefix, which is as large as those of some clients.
func (b *Buckets) bucket(prefix netip.Prefix, clients int) *rate.Limiter {
	bucket, _ := b.buckets.ComputeIfAbsent(prefix, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(b.perSecond*rate.Limit(clients), b.burst*clients), false
	})
	return bucket
}

// isHalfEmpty reports whether a client has used up half of its bucket.
func (b *Buckets) isHalfEmpty(client netip.Addr, now time.Time) bool {
	bucket, known := b.buckets.GetIfPresent(clientaddr.Prefix(client))
	return known && bucket.TokensAt(now) < float64(b.burst)/2
}
