package backoff

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"
)

func TestDelayDoublesUpToMax(t *testing.T) {
	for name, tt := range map[string]struct {
		policy   Policy
		failures int
		want     time.Duration
	}{
		"no failure counts as one":    {Policy{Initial: time.Second, Max: time.Minute}, 0, time.Second},
		"first failure":               {Policy{Initial: time.Second, Max: time.Minute}, 1, time.Second},
		"second failure":              {Policy{Initial: time.Second, Max: time.Minute}, 2, 2 * time.Second},
		"sixth failure":               {Policy{Initial: time.Second, Max: time.Minute}, 6, 32 * time.Second},
		"cap between two doublings":   {Policy{Initial: time.Second, Max: time.Minute}, 7, time.Minute},
		"cap after many failures":     {Policy{Initial: time.Second, Max: time.Minute}, math.MaxInt, time.Minute},
		"initial delay above the cap": {Policy{Initial: time.Hour, Max: time.Minute}, 1, time.Minute},
		"no cap does not overflow":    {Policy{Initial: time.Second}, 1000, math.MaxInt64},
		"no delay":                    {Policy{}, 5, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tt.policy.Delay(tt.failures); got != tt.want {
				t.Errorf("Delay(%d) = %s, want %s", tt.failures, got, tt.want)
			}
		})
	}
}

func TestJitterStaysInItsRange(t *testing.T) {
	for _, fraction := range []float64{0.2, 0.5, 1} {
		policy := Policy{Initial: time.Second, Max: time.Minute, Jitter: fraction}
		lowest, highest := time.Hour, time.Duration(0)
		for range 10_000 {
			got := policy.Delay(3)
			lowest, highest = min(lowest, got), max(highest, got)
		}
		floor := time.Duration((1 - fraction) * float64(4*time.Second))
		if lowest < floor || lowest > floor+100*time.Millisecond || highest > 4*time.Second || highest < 3900*time.Millisecond {
			t.Errorf("jitter %v: delays from %s to %s, want all of %s to 4s", fraction, lowest, highest, floor)
		}
	}
}

func TestSleepEndsWithTimeOrContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := Sleep(t.Context(), time.Minute); err != nil || time.Since(began) != time.Minute {
			t.Errorf("slept %s, %v; want a minute", time.Since(began), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began = time.Now()
		if err := Sleep(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("slept %s, %v; want to end with the context", time.Since(began), err)
		}
	})
}
