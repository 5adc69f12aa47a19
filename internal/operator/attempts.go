package operator

import (
	"net/netip"
	"sync"
	"time"
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
	return a.wrong[network(address)] < maxAttempts
}

// fail counts a wrong token.
func (a *attempts) fail(address netip.Addr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.renew()
	if from := network(address); len(a.wrong) < maxAddresses || a.wrong[from] > 0 {
		a.wrong[from]++
	}
}

func (a *attempts) renew() {
	if now := a.now(); now.Sub(a.since) >= attemptsWindow || a.wrong == nil {
		a.since, a.wrong = now, map[netip.Prefix]int{}
	}
}

// network is the IPv4 address or the /64 that counts as one address.
func network(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	bits := 32
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits) // the zero prefix for an unknown address
	return prefix
}
