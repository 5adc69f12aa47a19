package operator

import (
	"net/netip"
	"sync"
	"time"

	"estate/internal/platform/clientaddr"
)

const (
	maxAttempts    = 10 // wrong tokens of one address in attemptsWindow without a delay
	attemptsWindow = time.Minute
	attemptDelay   = 3 * time.Second
	maxAddresses   = 10_000
)

// attempts counts the wrong tokens of each address. Beyond maxAttempts its next ones are delayed, right or wrong: refused
// ones would lock out an operator who shares the address with a guesser, as behind a proxy.
type attempts struct {
	now func() time.Time

	mu    sync.Mutex
	since time.Time // begin of the window
	wrong map[netip.Prefix]int
}

func newAttempts(now func() time.Time) *attempts { return &attempts{now: now} }

// delay is the time that a token of an address waits before it is compared.
func (a *attempts) delay(address netip.Addr) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.renew()
	if a.wrong[clientaddr.Prefix(address)] < maxAttempts {
		return 0
	}
	return attemptDelay
}

// fail counts a wrong token.
func (a *attempts) fail(address netip.Addr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.renew()
	if from := clientaddr.Prefix(address); len(a.wrong) < maxAddresses || a.wrong[from] > 0 {
		a.wrong[from]++
	}
}

func (a *attempts) renew() {
	if now := a.now(); now.Sub(a.since) >= attemptsWindow || a.wrong == nil {
		a.since, a.wrong = now, map[netip.Prefix]int{}
	}
}
