package backoff

import (
	"context"
	"math/rand/v2"
	"time"
)

// Policy is an exponential backoff. The zero value means no delay.
type Policy struct {
	// Initial is the delay after the first failure. Each further failure doubles it.
	Initial time.Duration
	// Max caps the delay; 0 means no cap.
	Max time.Duration
	// Jitter is the random part of the delay, 0 to 1. The result lies evenly between
	// (1-Jitter) × delay and the delay, so jitter never exceeds Max. 0 means no jitter,
	// 1 means full jitter.
	Jitter float64
}

// Delay returns the delay after a number of consecutive failures. Fewer than one
// counts as one.
func (p Policy) Delay(failures int) time.Duration {
	return Jitter(p.base(failures), p.Jitter)
}

// base is the delay without jitter.
func (p Policy) base(failures int) time.Duration {
	limit := p.Max
	if limit <= 0 {
		limit = 1<<63 - 1
	}
	delay := min(p.Initial, limit)
	for range failures - 1 {
		if delay <= 0 || delay >= limit {
			break
		}
		if delay > limit/2 { // doubling would exceed the cap, or overflow
			return limit
		}
		delay *= 2
	}
	return max(delay, 0)
}

// Jitter takes a random part off a delay, up to the given fraction of it (0 to 1). Periodic
// work uses it too, so that several processes do not send at the same moment.
func Jitter(delay time.Duration, fraction float64) time.Duration {
	spread := time.Duration(min(max(fraction, 0), 1) * float64(delay))
	if spread <= 0 {
		return delay
	}
	return delay - rand.N(spread+1)
}

// Sleep waits for d or until ctx ends. It returns ctx.Err().
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}
