package operator

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"estate/internal/platform/clientaddr"
)

// CheckHost refuses requests whose Host is neither an address, localhost nor listed. A page
// of another site can point a name of its own at the admin address (DNS rebinding) and read
// the responses as if they were its own.
func (p *Page) CheckHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host := hostname(r.Host); !isAddress(host) && !slices.Contains(p.cfg.Hosts, host) {
			p.cfg.Log.WarnContext(r.Context(), "admin: a request was refused", "reason", "unknown host", "from", r.RemoteAddr)
			reply(w, http.StatusMisdirectedRequest, "This host is not allowed: use the IP address, or add the host to [admin] hosts.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Private passes on requests from the listed networks and requests with the token or a session.
func (p *Page) Private(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if clientaddr.In(p.cfg.Networks, clientaddr.Peer(r.RemoteAddr)) {
			next.ServeHTTP(w, r)
			return
		}
		p.authenticated(next.ServeHTTP)(w, r)
	})
}

// hostname is the host of a Host header in lower case, without its port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || host == "localhost"
}
