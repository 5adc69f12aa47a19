package server

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientPrefix is the network that counts as one client: an IPv4 address, or the /64
// that a provider gives to an IPv6 connection. Invalid addresses share the zero prefix.
func clientPrefix(address netip.Addr) netip.Prefix {
	address = address.Unmap()
	bits := 32
	if address.Is6() {
		bits = 64
	}
	prefix, err := address.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}

// networkPrefix is the IPv6 network (/48) that a provider gives to a customer; false for
// IPv4.
func networkPrefix(address netip.Addr) (netip.Prefix, bool) {
	if address = address.Unmap(); !address.Is6() {
		return netip.Prefix{}, false
	}
	prefix, err := address.WithZone("").Prefix(48)
	return prefix, err == nil
}

// clientAddress is the address of the client: the peer of the connection, or the address
// that trusted proxies name in X-Forwarded-For. The header is read from its end, because
// the client itself can send the beginning. The result is invalid when the peer is unknown.
func (s *Server) clientAddress(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := peer.Addr()
	forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(forwarded) - 1; i >= 0 && s.isTrusted(client); i-- {
		named, err := netip.ParseAddr(strings.TrimSpace(forwarded[i]))
		if err != nil {
			break
		}
		client = named
	}
	return client
}

func (s *Server) isTrusted(address netip.Addr) bool {
	address = address.Unmap()
	for _, proxies := range s.cfg.TrustedProxies {
		if proxies.Contains(address) {
			return true
		}
	}
	return false
}
