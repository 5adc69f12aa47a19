package httpconn

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"estate/internal/platform/clientaddr"
)

// Limit bounds the open connections of one or more servers, so that idle or slow clients cannot use
// up the file descriptors of the process.
//
// At the bound a new connection closes the one that has waited longest for its client: first those
// without a request, without the body of one or with a response that is not read, then those with a
// request older than staleRequest. A client with its share of the bound gets no further connection, nor does an
// IPv6 network (/48), which one customer of a provider may have, with its share.
type Limit struct {
	cfg       Config
	perClient int
	perNet    int

	mu      sync.Mutex
	open    map[*conn]bool
	clients map[netip.Prefix]int // open connections of clients and of IPv6 networks
}

// Config configures a Limit. Zero values mean what the comments name.
type Config struct {
	Max     int            // open connections; 0 means as many as the process may have files, less 256, at most 16,384
	Proxies []netip.Prefix // peers without a share of their own, beside loopback
	// Refused is told of connections that were closed for the bound; nil means nobody is.
	Refused func(reason string, client netip.Prefix)
	Now     func() time.Time // nil means time.Now
}

const (
	maxConnections   = 16_384
	reservedFiles    = 256 // for the store, media and the CMS
	minConnections   = 64
	shareOfOneClient = 4 // a client may have one in four connections
	shareOfNetwork   = 2
	staleRequest     = 5 * time.Second
)

// NewLimit returns a limit.
func NewLimit(cfg Config) *Limit {
	if cfg.Max <= 0 {
		cfg.Max = defaultConnections()
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Refused == nil {
		cfg.Refused = func(string, netip.Prefix) {}
	}
	return &Limit{
		cfg: cfg, perClient: max(1, cfg.Max/shareOfOneClient), perNet: max(1, cfg.Max/shareOfNetwork),
		open: map[*conn]bool{}, clients: map[netip.Prefix]int{},
	}
}

// defaultConnections is the bound that leaves files for the rest of the process.
func defaultConnections() int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return minConnections
	}
	usable := min(files.Cur, maxConnections+reservedFiles) // also bounds "unlimited"
	return max(minConnections, int(usable)-reservedFiles)
}

// connState is the hook of a server.
func (l *Limit) connState(s *Server, outer net.Conn, state http.ConnState) {
	c := connOf(outer)
	switch {
	case c == nil: // a connection of another listener
	case state == http.StateNew:
		c.set(outer, state, l.cfg.Now())
		c.server, c.outer = s, outer
		l.add(c)
	case state == http.StateClosed, state == http.StateHijacked:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.remove(c)
	default:
		c.set(outer, state, l.cfg.Now())
	}
}

// add counts a connection, or closes it or another one. They are closed below TLS, without its last
// message: a client that reads nothing could delay that by 5 s, and all new connections with it.
func (l *Limit) add(c *conn) {
	peer := clientaddr.Peer(c.RemoteAddr().String())
	c.client = clientaddr.Prefix(peer)
	c.network, _ = clientaddr.Network(peer)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hasShare(c.client) && (l.clients[c.client] >= l.perClient || l.clients[c.network] >= l.perNet) {
		l.cfg.Refused("the client has its share of the connections", c.client)
		_ = c.Close() // the client learns nothing from an error, as below
		return
	}
	if len(l.open) >= l.cfg.Max {
		victim := l.longestWaiting()
		if victim == nil {
			l.cfg.Refused("all connections serve requests", c.client)
			_ = c.Close()
			return
		}
		l.cfg.Refused("the longest waiting connection made room", victim.client)
		l.remove(victim)
		_ = victim.Close()
	}
	l.open[c] = true
	l.clients[c.client]++
	if c.network.IsValid() {
		l.clients[c.network]++
	}
}

func (l *Limit) remove(c *conn) {
	if !l.open[c] {
		return
	}
	delete(l.open, c)
	for _, prefix := range []netip.Prefix{c.client, c.network} {
		if l.clients[prefix]--; l.clients[prefix] <= 0 {
			delete(l.clients, prefix)
		}
	}
}

// longestWaiting is the connection to close, or nil if all serve recent requests.
func (l *Limit) longestWaiting() *conn {
	var waiting, busy *conn
	now := l.cfg.Now().UnixNano()
	waitingSince, busySince := now, now-int64(staleRequest)
	for c := range l.open {
		switch since, ok := c.waiting(); {
		case ok && since <= waitingSince:
			waiting, waitingSince = c, since
		case !ok && since <= busySince:
			busy, busySince = c, since
		}
	}
	if waiting != nil {
		return waiting
	}
	return busy
}

// hasShare reports whether a client is bound to its share. Loopback and proxies carry the
// connections of many visitors.
func (l *Limit) hasShare(client netip.Prefix) bool {
	address := client.Addr()
	return client.IsValid() && !address.IsLoopback() && !clientaddr.In(l.cfg.Proxies, address)
}
