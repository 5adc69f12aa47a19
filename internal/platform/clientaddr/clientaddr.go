// Package clientaddr says which addresses count as one client. Limits of connections, requests
// and sign-ins use it.
package clientaddr

import "net/netip"

// Peer returns the address of a connection from its host:port, invalid if it has none.
func Peer(hostPort string) netip.Addr {
	peer, err := netip.ParseAddrPort(hostPort)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap()
}

// Prefix is the network that counts as one client: an IPv4 address, or the /48 that a provider gives
// to an IPv6 customer. Both may stand for many visitors. Invalid addresses share the zero prefix.
func Prefix(address netip.Addr) netip.Prefix {
	address = address.Unmap()
	bits := 32
	if address.Is6() {
		bits = 48
	}
	network, err := address.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}

// In reports whether an address is in one of the networks.
func In(networks []netip.Prefix, address netip.Addr) bool {
	address = address.Unmap()
	for _, network := range networks {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
