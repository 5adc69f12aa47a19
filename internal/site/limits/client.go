package limits

import (
	"net/http"
	"net/netip"
	"strings"

	"estate/internal/platform/clientaddr"
	"estate/internal/platform/fairqueue"
)

// Client is the address of the client: the peer of the connection, or the address that trusted
// proxies name in X-Forwarded-For. The header is read from its end, because the client itself can send
// the beginning. It is invalid when the peer is unknown.
func (l *Limits) Client(r *http.Request) netip.Addr {
	client := clientaddr.Peer(r.RemoteAddr)
	forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(forwarded) - 1; i >= 0 && clientaddr.In(l.cfg.TrustedProxies, client); i-- {
		named, ok := clientaddr.Named(forwarded[i])
		if !ok {
			l.sayUnreadable(forwarded[i])
			break
		}
		client = named
	}
	return client
}

// sayUnreadable logs once that a proxy names clients in a form that is not known: all its visitors are one client.
func (l *Limits) sayUnreadable(entry string) {
	if strings.TrimSpace(entry) == "" { // a proxy that sets no header
		return
	}
	l.unreadable.Do(func() {
		l.cfg.Log.Warn("X-Forwarded-For of a proxy of trusted_proxies cannot be read; its visitors share one rate limit. "+
			"Have it send an address, such as 203.0.113.9", "bytes", len(entry))
	})
}

// classOf is the class of a request. A client that has used up half of its tokens behaves like
// a crawler, and is served after those that have not.
func (l *Limits) classOf(r *http.Request, client netip.Addr) fairqueue.Class {
	switch {
	case isCrawler(r.UserAgent()), l.tokens.isHalfEmpty(client, l.cfg.Now()):
		return fairqueue.Crawler
	case isPrefetch(r.Header):
		return fairqueue.Prefetch
	}
	return fairqueue.Visitor
}

// crawlerNames are parts of the User-Agent headers of crawlers that announce themselves.
var crawlerNames = []string{"bot", "crawl", "spider", "slurp", "facebookexternalhit"}

func isCrawler(userAgent string) bool {
	userAgent = strings.ToLower(userAgent)
	for _, name := range crawlerNames {
		if strings.Contains(userAgent, name) {
			return true
		}
	}
	return false
}

// isPrefetch reports whether a browser asks before its visitor does: by itself (Sec-Purpose),
// or by a script of the site (Purpose), which cannot set the other header.
func isPrefetch(h http.Header) bool {
	return strings.Contains(h.Get("Sec-Purpose"), "prefetch") || h.Get("Purpose") == "prefetch"
}
