// Package attempts counts wrong secrets, such as tokens and passwords, and delays the attempts that follow. Right ones are
// delayed too and never refused: else a guesser locks out the person who shares an address or an account with them.
package attempts

import (
	"sync"
	"time"
)

const (
	// Free is the number of wrong secrets of a key in Window without a delay.
	Free = 10
	// Window is the time after which the counts begin anew.
	Window = time.Minute
	// FirstDelay is that after Free wrong secrets; it doubles with each Free further ones, up to MaxDelay.
	FirstDelay = 3 * time.Second
	// MaxDelay bounds the delay.
	MaxDelay = 12 * time.Second

	maxKeys = 10_000
)

// Counter counts the wrong secrets of each key: an account, or a client's prefix. It is safe for concurrent use.
type Counter struct {
	now func() time.Time

	mu    sync.Mutex
	since time.Time // begin of the window
	wrong map[string]int
}

// New returns a counter.
func New(now func() time.Time) *Counter { return &Counter{now: now} }

// Delay is the time that a secret waits before it is compared: the longest one of its keys.
func (c *Counter) Delay(keys ...string) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renew()
	longest := time.Duration(0)
	for _, key := range keys {
		if n := c.wrong[key]; n >= Free {
			longest = max(longest, min(MaxDelay, FirstDelay<<min(n/Free-1, 8)))
		}
	}
	return longest
}

// Fail counts a wrong secret for each key.
func (c *Counter) Fail(keys ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renew()
	for _, key := range keys {
		if len(c.wrong) < maxKeys || c.wrong[key] > 0 {
			c.wrong[key]++
		}
	}
}

func (c *Counter) renew() {
	if now := c.now(); now.Sub(c.since) >= Window || c.wrong == nil {
		c.since, c.wrong = now, map[string]int{}
	}
}
