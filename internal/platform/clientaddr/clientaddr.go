// Package clientaddr says which addresses count as one client. Limits of connections, requests
// and sign-ins use it.
package clientaddr

import (
	"net/netip"
	"strings"
)

// Peer returns the address of a connection from its host:port, invalid if it has none.
func Peer(hostPort string) netip.Addr {
	peer, err := netip.ParseAddrPort(hostPort)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap()
}

// Named reads an address as proxies write it in a header: plain, with a port, in brackets, in quotes.
func Named(text string) (netip.Addr, bool) {
	text = strings.Trim(strings.TrimSpace(text), `"`)
	if address, err := netip.ParseAddrPort(text); err == nil {
		return address.Addr().Unmap(), true
	}
	if inner, ok := strings.CutPrefix(text, "["); ok {
		text = strings.TrimSuffix(inner, "]")
	}
	address, err := netip.ParseAddr(text)
	return address.Unmap(), err == nil
}

// Prefix is the network that counts as one client: an IPv4 address, or the /64 that a provider
// gives to an IPv6 connection. Invalid addresses share the zero prefix.
func Prefix(address netip.Addr) netip.Prefix { return prefix(address, 64) }

// Network is the IPv6 network (/48) that a provider gives to a customer; false for IPv4.
func Network(address netip.Addr) (netip.Prefix, bool) {
	if !address.Unmap().Is6() {
		return netip.Prefix{}, false
	}
	return prefix(address, 48), true
}

func prefix(address netip.Addr, bits6 int) netip.Prefix {
	address = address.Unmap()
	bits := 32
	if address.Is6() {
		bits = bits6
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
