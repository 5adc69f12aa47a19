package operator

import (
	"net/netip"
	"sync"
	"time"

	"estate/internal/platform/clientaddr"
)

const (
	maxAttempts    = 10 // wrong tokens of one address in attemptsWindow
	attemptsWindow = time.Minute
	maxAddresses   = 10_000
)

// attempts counts the wrong tokens of each address, so that guessing slows down the guesser
// and nobody else.
type attempts struct {
	now func() time.Time

	mu    sync.Mutex
	since time.Time // begin of the window
	wrong map[netip.Prefix]int
}

func newAttempts(now func() time.Time) *attempts { return &attempts{now: now} }

// allows reports whether an address may try a token.
func (a *attempts) allows(address netip.Addr) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.renew()
	return a.wrong[clientaddr.Prefix(address)] < maxAttempts
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
