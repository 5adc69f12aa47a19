package server

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
)

// EnquiryLimit bounds how many forms one address may send. Zero values mean what
// the comments name.
type EnquiryLimit struct {
	Burst   int // at once; 10
	PerHour int // in the long run; 30
	// TrustedProxies may say in X-Forwarded-For whom they speak for; from anybody
	// else that header is hearsay.
	TrustedProxies []netip.Prefix
}

// mostAddresses bounds the memory of the limit. An address that is forgotten
// starts with a full allowance.
const mostAddresses = 20_000

// enquiryRate is a token bucket for each address.
type enquiryRate struct {
	burst, perHour float64
	mu             sync.Mutex
	buckets        *otter.Cache[netip.Prefix, bucket]
}

type bucket struct {
	tokens float64
	at     time.Time
}

func newEnquiryRate(limit EnquiryLimit) *enquiryRate {
	if limit.Burst <= 0 {
		limit.Burst = 10
	}
	if limit.PerHour <= 0 {
		limit.PerHour = 30
	}
	return &enquiryRate{
		burst: float64(limit.Burst), perHour: float64(limit.PerHour),
		buckets: otter.Must(&otter.Options[netip.Prefix, bucket]{MaximumSize: mostAddresses}),
	}
}

// allow takes a token from the bucket of an address.
func (e *enquiryRate) allow(address netip.Addr, now time.Time) bool {
	key := household(address)
	e.mu.Lock()
	defer e.mu.Unlock()
	b, known := e.buckets.GetIfPresent(key)
	if !known {
		b = bucket{tokens: e.burst, at: now}
	}
	if passed := now.Sub(b.at); passed > 0 {
		b.tokens, b.at = min(e.burst, b.tokens+passed.Hours()*e.perHour), now
	}
	allowed := b.tokens >= 1
	if allowed {
		b.tokens--
	}
	e.buckets.Set(key, b)
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
	for _, proxies := range s.cfg.Enquiries.TrustedProxies {
		if proxies.Contains(address) {
			return true
		}
	}
	return false
}
