package server

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"estate/internal/platform/clientaddr"
)

// ConnLimit bounds the open connections of an http.Server, so that idle or slow clients
// cannot use up the file descriptors of the process. Its ConnState and ConnContext are the server's,
// and BodyDeadline wraps the server's handler.
//
// At the bound a new connection closes the one that has waited longest for its client:
// first those without a request, without the body of one or with a response that is not read, then
// those with a request older than staleRequest. A
// client with its full share of the bound gets no further connection, nor does an IPv6 network
// (/48) with half of it.
type ConnLimit struct {
	max       int
	perClient int
	perNet    int            // of an IPv6 /48, which one customer of a provider may have
	exempt    []netip.Prefix // clients without a share: proxies, which speak for many
	now       func() time.Time

	mu      sync.RWMutex
	open    map[net.Conn]*openConn
	clients map[netip.Prefix]int // connections of clients and of IPv6 networks
	refused func(reason string, client netip.Prefix)
}

// openConn is the state of a connection.
type openConn struct {
	client  netip.Prefix
	network netip.Prefix // of IPv6; else invalid
	raw     *joiningConn // nil for a connection that is not TCP
	// idleSince and busySince are Unix times in ns: of one the connection has the present
	// state, the other one is 0. Every request changes them, without a lock. A connection
	// whose request lacks its body is idle.
	idleSince, busySince atomic.Int64
}

// waitingSince is the Unix time in ns since when the connection waits for its client, 0 if it does not.
func (c *openConn) waitingSince() int64 {
	if idle := c.idleSince.Load(); idle > 0 || c.raw == nil {
		return idle
	}
	return c.raw.writingSince.Load()
}

// ConnLimitConfig configures a ConnLimit. Zero values mean what the comments name.
type ConnLimitConfig struct {
	Max     int            // open connections; 0 means as many as the process may have files, less 256, at most 16,384
	Proxies []netip.Prefix // peers without a share of their own, beside loopback
	// Refused is told of connections that were closed for the bound; nil means nobody is.
	Refused func(reason string, client netip.Prefix)
	Now     func() time.Time // nil means time.Now
}

// Limits of connections.
const (
	maxConnections   = 16_384
	reservedFiles    = 256 // for the store, media and the CMS
	minConnections   = 64
	shareOfOneClient = 4 // a client may have one in four connections
	shareOfNetwork   = 2
	staleRequest     = 5 * time.Second
)

// NewConnLimit returns a limit.
func NewConnLimit(cfg ConnLimitConfig) *ConnLimit {
	if cfg.Max <= 0 {
		cfg.Max = defaultConnections()
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Refused == nil {
		cfg.Refused = func(string, netip.Prefix) {}
	}
	return &ConnLimit{
		max: cfg.Max, perClient: max(1, cfg.Max/shareOfOneClient), perNet: max(1, cfg.Max/shareOfNetwork), exempt: cfg.Proxies, now: cfg.Now, refused: cfg.Refused,
		open: map[net.Conn]*openConn{}, clients: map[netip.Prefix]int{},
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

// ConnState is the hook of an http.Server.
func (l *ConnLimit) ConnState(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		l.add(c)
	case http.StateActive, http.StateIdle:
		l.setIdle(c, state == http.StateIdle)
	case http.StateClosed, http.StateHijacked:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.remove(c)
	}
}

// limitedConnKey is the key of the connection in the context of its requests.
type limitedConnKey struct{}

// ConnContext is the hook of an http.Server.
func (l *ConnLimit) ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(JoinWritesContext(ctx, c), limitedConnKey{}, c)
}

// setIdle notes whether a connection waits for its client.
func (l *ConnLimit) setIdle(c net.Conn, idle bool) {
	if conn := l.stateOf(c); conn != nil {
		conn.set(idle, l.now())
	}
}

// stateOf is the state of a connection, nil for one that was refused.
func (l *ConnLimit) stateOf(c net.Conn) *openConn {
	if raw := rawConn(c); raw != nil {
		return raw.limited
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.open[c]
}

func (c *openConn) set(idle bool, now time.Time) {
	if idle {
		c.busySince.Store(0)
		c.idleSince.Store(now.UnixNano())
		return
	}
	c.idleSince.Store(0)
	c.busySince.Store(now.UnixNano())
}

func (l *ConnLimit) add(c net.Conn) {
	peer := clientaddr.Peer(c.RemoteAddr().String())
	client := clientaddr.Prefix(peer)
	network, _ := clientaddr.Network(peer)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hasShare(client) && (l.clients[client] >= l.perClient || network.IsValid() && l.clients[network] >= l.perNet) {
		l.refused("the client has its share of the connections", client)
		closeAtOnce(c)
		return
	}
	if len(l.open) >= l.max {
		victim := l.longestWaiting()
		if victim == nil {
			l.refused("all connections serve requests", client)
			closeAtOnce(c)
			return
		}
		l.refused("the longest waiting connection made room", l.open[victim].client)
		l.remove(victim)
		closeAtOnce(victim)
	}
	conn := &openConn{client: client, network: network, raw: rawConn(c)}
	conn.set(true, l.now())
	if conn.raw != nil {
		conn.raw.limited = conn
	}
	l.open[c] = conn
	l.clients[client]++
	if network.IsValid() {
		l.clients[network]++
	}
}

// closeAtOnce closes a connection without a last TLS message: a client that reads nothing could delay that by
// 5 s, and all new connections with it.
func closeAtOnce(c net.Conn) {
	if encrypted, ok := c.(interface{ NetConn() net.Conn }); ok { // *tls.Conn
		c = encrypted.NetConn()
	}
	_ = c.Close() // the client learns nothing from an error
}

func (l *ConnLimit) remove(c net.Conn) {
	conn := l.open[c]
	if conn == nil {
		return
	}
	delete(l.open, c)
	for _, prefix := range []netip.Prefix{conn.client, conn.network} {
		if l.clients[prefix]--; l.clients[prefix] <= 0 {
			delete(l.clients, prefix)
		}
	}
}

// longestWaiting is the connection to close, or nil if all serve recent requests.
func (l *ConnLimit) longestWaiting() net.Conn {
	var idle, busy net.Conn
	now := l.now().UnixNano()
	idleSince, busySince := now, now-int64(staleRequest)
	for c, conn := range l.open {
		if since := conn.waitingSince(); since > 0 && since <= idleSince {
			idle, idleSince = c, since
		}
		if since := conn.busySince.Load(); since > 0 && since <= busySince {
			busy, busySince = c, since
		}
	}
	if idle != nil {
		return idle
	}
	return busy
}

// hasShare reports whether a client is bound to its share. Loopback and proxies carry the
// connections of many visitors.
func (l *ConnLimit) hasShare(client netip.Prefix) bool {
	address := client.Addr()
	return client.IsValid() && !address.IsLoopback() && !clientaddr.In(l.exempt, address)
}
