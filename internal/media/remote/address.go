package remote

import (
	"fmt"
	"net/netip"
	"syscall"
)

// nonPublic are ranges that netip has no method for.
var nonPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // carrier-grade NAT
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

// isPublic reports whether an IP address is public.
func isPublic(addr netip.Addr) bool {
	addr = addr.Unmap()
	if !addr.IsGlobalUnicast() || addr.IsPrivate() {
		return false
	}
	for _, p := range nonPublic {
		if p.Contains(addr) {
			return false
		}
	}
	return true
}

// refusePrivate refuses a connection to a private IP address. The dialer calls it after the DNS
// lookup, directly before it connects, so a second DNS answer (rebinding) has no effect.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(at.Addr()) {
		return fmt.Errorf("%w: %s is not a public address; add the host to the private hosts if that is intended", ErrRefused, address)
	}
	return nil
}
