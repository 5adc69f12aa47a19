package limits

import (
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var (
	testNow    = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	testClient = netip.MustParseAddr("203.0.113.9")
)

func TestTokenBucketIsRefilled(t *testing.T) {
	buckets, now := NewBuckets(6/time.Hour.Seconds(), 3), testNow
	take := func(want int) {
		t.Helper()
		got := 0
		for buckets.Allow(testClient, now) {
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
		"one /64":            {"2001:db8:1:1::%x", 3},
		"the /64 of one /48": {"2001:db8:1:%x::1", 3 * clientsOfNetwork},
	} {
		t.Run(name, func(t *testing.T) {
			buckets, got := NewBuckets(0, 3), 0
			for n := range 2000 {
				if buckets.Allow(netip.MustParseAddr(fmt.Sprintf(tt.address, n+1)), testNow) {
					got++
				}
			}
			if got != tt.want {
				t.Errorf("%d of 2000 requests are allowed, want %d", got, tt.want)
			}
		})
	}
}

// Refused requests, which may come at the same moment, take no tokens from those of the next seconds.
func TestRefusedRequestsTakeNoTokens(t *testing.T) {
	const burst, perSecond = 50, 5
	buckets := NewBuckets(perSecond, burst)
	take := func(now time.Time) (taken int64) {
		var allowed atomic.Int64
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				for range 2000 {
					if _, ok := buckets.Take(testClient, now, 1, time.Second); ok {
						allowed.Add(1)
					}
				}
			})
		}
		wait.Wait()
		return allowed.Load()
	}
	if got := take(testNow); got != burst+perSecond {
		t.Errorf("%d requests are allowed, want %d and %d that wait", got, burst, perSecond)
	}
	if got := take(testNow.Add(time.Second)); got != perSecond {
		t.Errorf("a second later %d requests are allowed, want %d", got, perSecond)
	}
}

func TestARequestThatItsNetworkIsRefusedTakesNoTokens(t *testing.T) {
	const burst = 10
	b, now := NewBuckets(1, burst), testNow
	client := func(n int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%d::1", n)) }
	for n := range clientsOfNetwork {
		if _, ok := b.Take(client(n), now, burst, 0); !ok {
			t.Fatalf("client %d of the network is refused", n)
		}
	}
	last := client(clientsOfNetwork)
	for range 2 {
		if _, ok := b.Take(last, now, burst-1, 0); ok {
			t.Fatal("the network has tokens left")
		}
	}
	if b.isHalfEmpty(last, now) {
		t.Error("the refused requests have taken tokens of their client")
	}
}
