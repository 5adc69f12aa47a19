package server

import (
	"net/http"
	"net/netip"
	"strings"

	"estate/internal/platform/clientaddr"
)

// clientAddress is the address of the client: the peer of the connection, or the address
// that trusted proxies name in X-Forwarded-For. The header is read from its end, because
// the client itself can send the beginning. The result is invalid when the peer is unknown.
func (s *Server) clientAddress(r *http.Request) netip.Addr {
	client := clientaddr.Peer(r.RemoteAddr)
	forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(forwarded) - 1; i >= 0 && clientaddr.In(s.cfg.TrustedProxies, client); i-- {
		named, err := netip.ParseAddr(strings.TrimSpace(forwarded[i]))
		if err != nil {
			break
		}
		client = named
	}
	return client
}
