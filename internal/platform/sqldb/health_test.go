package sqldb

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestReadsOfALostServerEndSoon: where a network loses packets nothing is refused, and each
// request for a stale page would wait for the whole timeout.
func TestReadsOfALostServerEndSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h health
		if got := h.timeout(readTimeout); got != readTimeout {
			t.Errorf("the server answers: timeout %s, want %s", got, readTimeout)
		}
		began := time.Now()
		_ = h.observe(errTimeout)
		for _, test := range []struct{ after, want time.Duration }{
			{2 * time.Second, retryFor - 2*time.Second},
			{retryFor, downTimeout},
			{time.Hour, downTimeout},
		} {
			time.Sleep(time.Until(began.Add(test.after)))
			if got := h.timeout(readTimeout); got != test.want {
				t.Errorf("after %s: timeout %s, want %s", test.after, got, test.want)
			}
		}
		if got := h.timeout(downTimeout / 2); got != downTimeout/2 {
			t.Errorf("a shorter timeout becomes %s", got)
		}
		_ = h.observe(nil)
		if got := h.timeout(readTimeout); got != readTimeout {
			t.Errorf("the server answers again: timeout %s, want %s", got, readTimeout)
		}
	})
}
