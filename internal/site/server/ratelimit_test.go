package server

import (
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestTokenBucketIsRefilled(t *testing.T) {
	limiter, now := newRateLimiter(RateLimit{Burst: 3, PerHour: 6}), cmsNow
	client := netip.MustParseAddr("203.0.113.9")
	take := func(want int) {
		t.Helper()
		got := 0
		for limiter.allow(client, now) {
			got++
		}
		if got != want {
			t.Errorf("at %s: %d requests are allowed, want %d", now.Format(time.TimeOnly), got, want)
		}
	}
	take(3)
	now = now.Add(9 * time.Minute)
	take(0)
	now = now.Add(2 * time.Minute)
	take(1)
	now = now.Add(24 * time.Hour)
	take(3)
}

func TestManyAddressesOfOneAttackerShareABucket(t *testing.T) {
	for name, tt := range map[string]struct {
		address string // of the n-th request, in hexadecimal
		want    int
	}{
		"the /64 of one /48": {"2001:db8:1:%x::1", 3},
		"every IPv6 network": {"2001:%x:1::1", 3 * clientsOfAll},
	} {
		t.Run(name, func(t *testing.T) {
			limiter := newRateLimiter(RateLimit{Burst: 3, PerHour: 6})
			got := 0
			for n := range 2000 {
				address, err := netip.ParseAddr(fmt.Sprintf(tt.address, n+1))
				if err == nil && limiter.allow(address, cmsNow) {
					got++
				}
			}
			if got != tt.want {
				t.Errorf("%d of 2000 requests are allowed, want %d", got, tt.want)
			}
		})
	}
}

func TestConcurrentRequestsShareABucket(t *testing.T) {
	limiter := newRateLimiter(RateLimit{Burst: 50, PerHour: 1})
	var allowed atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 100 {
				if limiter.allow(netip.MustParseAddr("203.0.113.9"), cmsNow) {
					allowed.Add(1)
				}
			}
		})
	}
	wait.Wait()
	if allowed.Load() != 50 {
		t.Errorf("%d requests are allowed, want 50", allowed.Load())
	}
}

// Refused requests, which may come at the same moment, take no tokens from those of the next seconds.
func TestRefusedRequestsTakeNoTokens(t *testing.T) {
	const burst, perSecond = 50, 5
	limiter, client := newRateLimiter(RateLimit{Burst: burst, PerHour: perSecond * 3600}), netip.MustParseAddr("203.0.113.9")
	take := func(now time.Time) (taken int64) {
		var allowed atomic.Int64
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				for range 2000 {
					if _, ok := limiter.reserveN(client, now, 1, time.Second); ok {
						allowed.Add(1)
					}
				}
			})
		}
		wait.Wait()
		return allowed.Load()
	}
	if got := take(cmsNow); got != burst+perSecond {
		t.Errorf("%d requests are allowed, want %d and %d that wait", got, burst, perSecond)
	}
	if got := take(cmsNow.Add(time.Second)); got != perSecond {
		t.Errorf("a second later %d requests are allowed, want %d", got, perSecond)
	}
}
