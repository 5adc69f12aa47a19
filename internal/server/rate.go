package server

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
)

// Rate bounds what one sender may send. Zero values mean what the comments name.
type Rate struct {
	Burst   int // at once; 10
	PerHour int // in the long run; 30
}

// mostSenders bounds the memory of a rate. A sender that is forgotten
// starts with a full allowance.
const mostSenders = 20_000

// limiter keeps every sender to a rate: a token bucket for each.
type limiter struct {
	burst, perHour float64
	mu             sync.Mutex
	buckets        *otter.Cache[netip.Prefix, bucket]
}

type bucket struct {
	tokens float64
	at     time.Time
}

func newLimiter(rate Rate) *limiter {
	if rate.Burst <= 0 {
		rate.Burst = 10
	}
	if rate.PerHour <= 0 {
		rate.PerHour = 30
	}
	return &limiter{
		burst: float64(rate.Burst), perHour: float64(rate.PerHour),
		buckets: otter.Must(&otter.Options[netip.Prefix, bucket]{MaximumSize: mostSenders}),
	}
}

// allow takes a token from the bucket of an address's household.
func (l *limiter) allow(address netip.Addr, now time.Time) bool {
	key := household(address)
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.buckets.GetIfPresent(key)
	if !known {
		b = bucket{tokens: l.burst, at: now}
	}
	if passed := now.Sub(b.at); passed > 0 {
		b.tokens, b.at = min(l.burst, b.tokens+passed.Hours()*l.perHour), now
	}
	allowed := b.tokens >= 1
	if allowed {
		b.tokens--
	}
	l.buckets.Set(key, b)
	return allowed
}

// household is what counts as one sender: an IPv4 address, or the /64 that an
// IPv6 connection gets as a whole.
func household(address netip.Addr) netip.Prefix {
	address = address.Unmap()
	bits := 32
	if address.Is6() {
		bits = 64
	}
	prefix, err := address.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{} // no address: all those share one bucket
	}
	return prefix
}

// clientAddress is who asks: the peer, or whom trusted proxies name. The list is
// read from its end, because its beginning is the client's own invention.
func (s *Server) clientAddress(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := peer.Addr()
	forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(forwarded) - 1; i >= 0 && s.isTrusted(client); i-- {
		named, err := netip.ParseAddr(strings.TrimSpace(forwarded[i]))
		if err != nil {
			break
		}
		client = named
	}
	return client
}

func (s *Server) isTrusted(address netip.Addr) bool {
	address = address.Unmap()
	for _, proxies := range s.cfg.TrustedProxies {
		if proxies.Contains(address) {
			return true
		}
	}
	return false
}
