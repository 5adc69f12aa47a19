package remote

import (
	"fmt"
	"net/netip"
	"syscall"
)

// Ranges beyond those that netip knows by name.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // carriers' NAT
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, broadcast
	netip.MustParsePrefix("64:ff9b::/96"),    // IPv4 behind NAT64
	netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("2002::/16"),     // IPv4 inside 6to4
	netip.MustParsePrefix("2001::/32"),     // IPv4 inside Teredo
	netip.MustParsePrefix("2001:db8::/32"), // documentation
}

// isPublic tells whether an address belongs to the open internet.
func isPublic(addr netip.Addr) bool {
	addr = addr.Unmap()
	if !addr.IsGlobalUnicast() || addr.IsPrivate() {
		return false
	}
	for _, p := range special {
		if p.Contains(addr) {
			return false
		}
	}
	return true
}

// refusePrivate stops a connection to a private address. It runs after the name
// was looked up and just before the connection is made, so no second answer of the name server can deceive it.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(at.Addr()) {
		return fmt.Errorf("%w: %s is no public address; list the host among the private ones if that is meant", ErrRefused, address)
	}
	return nil
}
